/// The questions on the choice of a storage.
enum StorageQuestions {
  /// The ratio above which one time is far from another. A storage to choose stays below, on every allocator.
  private static let far = 2.0

  private static let suite = StorageSection.suite
  private static let storages = StorageCandidates.main

  static func all(_ scope: AnswerScope) -> [Question] {
    guard scope.hasControl(suite, StorageCandidates.control) else { return [] }
    return [choice(scope), fresh(scope), churned(scope), removal(scope), settings(scope)].compactMap(\.self)
  }

  private static func choice(_ scope: AnswerScope) -> Question? {
    let (workloads, sizes) = (scope.workloads(of: suite), scope.sizes(suite))
    // The choice depends on every workload.
    guard !workloads.isEmpty, workloads.allSatisfy({ !scope.sizes(suite, $0, storages).isEmpty }) else { return nil }
    return Question(
      for: .builder, topic: "storage.choice",
      claims: ["dense", "linked-list", "array"].map { choice in
        let others = storages.filter { $0 != choice }
        return Question.Claim(
          """
          Choose \(Markdown.code(choice)) unless you know how your subscribers join and leave: it never takes \
          \(Figure.bound(far)) the time of another (\(Markdown.sizes(sizes)))
          """,
          workloads.flatMap { workload in
            sizes.flatMap { n in
              others.compactMap { scope.expected(suite, workload, choice, to: $0, n, .below(far)) }
            }
          }, showing: [])
      })
  }

  /// Sends to subscribers that joined one after the other.
  private static func fresh(_ scope: AnswerScope) -> Question? {
    let workload = "send.fresh"
    guard !scope.sizes(suite, workload, storages).isEmpty else { return nil }
    let sizes = scope.sizes(suite)
    let pairs = [("linked-list", "array"), ("dense", "array"), ("dense", "linked-list")]
    func tests(_ n: Int) -> [RatioTest] {
      pairs.flatMap { candidate, base in
        [(candidate, base), (base, candidate)].compactMap {
          scope.expected(suite, workload, $0.0, to: $0.1, n, .below(far))
        }
      }
    }
    return Question(
      for: .builder, topic: "storage.send.fresh",
      claims: [
        Question.Claim(
          """
          Where subscribers only join, no storage takes \(Figure.bound(far)) the time of another for a send \
          (\(Markdown.sizes(sizes)))
          """,
          sizes.flatMap(tests),
          showing: [1, 65536].filter(sizes.contains).compactMap {
            scope.test(suite, workload, "dense", to: "array", $0, .below(far))
          })
      ])
  }

  private static func churned(_ scope: AnswerScope) -> Question? {
    let workload = "send.churned"
    guard let n = scope.sizes(suite, workload, storages).last else { return nil }
    func claim(_ words: String, _ bound: Double) -> Question.Claim {
      Question.Claim(
        """
        After \(Figure.grouped(n)) replacements, a send with `linked-list` takes \(words) the time of the others
        """,
        ["array", "dense"].compactMap {
          scope.test(suite, workload, "linked-list", to: $0, n, .above(bound))
        })
    }
    return Question(
      for: .builder, topic: "storage.send.churned",
      claims: [
        claim("more than \(Figure.bound(far))", far),
        claim("more than \(Figure.bound(KnownDifference.least))", KnownDifference.least),
      ])
  }

  private static func removal(_ scope: AnswerScope) -> Question? {
    let workload = "unsubscribe.random"
    let sizes = scope.sizes(suite, workload, storages)
    guard let least = sizes.first(where: { $0 >= 256 }), let most = sizes.last, least < most else { return nil }
    func growth(_ candidate: String, _ bound: RatioTest.Bound) -> RatioTest? {
      scope.growth(suite, workload, candidate, from: least, to: most, bound)
    }
    let (steep, flat) = (20.0, 6.0)
    return Question(
      for: .builder, topic: "storage.unsubscribe",
      claims: [
        Question.Claim(
          """
          From \(least) to \(Figure.grouped(most)) subscribers, the time of a removal from `array` grows by more than \
          \(Figure.bound(steep)), from `dense` and `linked-list` by less than \(Figure.bound(flat))
          """,
          [
            growth("array", .above(steep)), growth("dense", .below(flat)), growth("linked-list", .below(flat)),
          ].compactMap(\.self)),
        Question.Claim(
          """
          A removal from `array` among \(Figure.grouped(most)) takes more than \(Figure.bound(far)) the time of `dense`
          """,
          [scope.test(suite, workload, "array", to: "dense", most, .above(far))].compactMap(\.self)),
      ])
  }

  /// Whether other heaps and other allocators change the choice.
  private static func settings(_ scope: AnswerScope) -> Question? {
    let others = scope.otherSettings(of: suite)
    let n = 65536
    let cells = [("send.churned", n), ("unsubscribe.random", n), ("send.fresh", 4096), ("churn", n)]
    guard !others.isEmpty, cells.allSatisfy({ scope.sizes(suite, $0.0, storages).contains($0.1) }) else { return nil }
    let heaps = scope.settings(of: suite).map(\.heap).uniqued(first: [])
    let allocators = scope.settings(of: suite).map(\.allocator).uniqued(first: [])
    let choice = others.flatMap { setting in
      cells.flatMap { workload, n in
        ["array", "linked-list"].compactMap {
          scope.expected(suite, workload, "dense", to: $0, n, .below(far), in: setting)
        }
      }
    }
    let reasons = others.flatMap { setting in
      [("send.churned", "linked-list"), ("unsubscribe.random", "array")].compactMap { workload, candidate in
        var test = scope.expected(suite, workload, candidate, to: "dense", n, .above(far), in: setting)
        test?.isExample = workload == cells[0].0
        return test
      }
    }
    return Question(
      for: .builder, topic: "storage.settings",
      claims: [
        Question.Claim(
          """
          Neither the heap (\(Markdown.list(heaps))) nor the allocator (\(Markdown.list(allocators))) changes the \
          choice: of \(cells.count) cases measured there, only `dense` takes \(Figure.bound(far)) the time of another \
          in none; an example is \
          \(Markdown.code(cells[0].0)), \(Markdown.size(n))
          """,
          choice + reasons, showing: reasons.filter { $0.isExample && $0.of.heap != heaps[0] })
      ])
  }
}
