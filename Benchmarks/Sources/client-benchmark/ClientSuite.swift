import BenchmarkCommand
import BenchmarkHarness
import BenchmarkReport
import ClientGenerator
import SubscriberWorkloads

/// The suite `client`: what a library costs the programs that use it, at compile time and in code size.
enum ClientSuite {
  /// - Parameters:
  ///   - measurement: Where the figures come from; nil for a suite that is only listed.
  ///   - path: The folder of the measured library; nil for that of this repository.
  static func suite(_ measurement: ClientMeasurement?, of path: String? = nil) -> Suite {
    Suite(
      ClientNames.suite, workloads: workloads,
      candidates: [
        candidate(.switchboard, "the runtime", measurement),
        candidate(.opencombine, "OpenCombine 0.14.0, with its schedulers for dispatch queues", measurement),
      ],
      sizes: Sizes(1), setting: path.map { "clients of \($0)" }, countedCells: { _ in [] })
  }

  private static let functions = Sizes(ClientPackage.functionCount)

  private static let workloads = [
    Workload(
      ClientNames.library, unit: ClientNames.seconds, per: "build",
      """
      A release build of the library's modules in an empty folder: processor seconds of the whole build, user and \
      system. Tests and commands of the library are not built.
      """),
    Workload(
      ClientNames.rebuild, unit: ClientNames.seconds, per: "build", sizes: functions,
      """
      A release build of a client with n functions after one number in the client has changed: processor seconds of \
      the whole build, linking included. The library is compiled already.
      """),
    Workload(
      ClientNames.emptyDebug, unit: ClientNames.seconds, per: "build",
      """
      A debug build, in an empty folder, of a program that imports the library and calls nothing: processor seconds of \
      the whole build, the library included.
      """),
    Workload(
      ClientNames.rebuildDebug, unit: ClientNames.seconds, per: "build", sizes: functions,
      """
      A debug build of the client with n functions after one number in one of its files has changed: processor seconds \
      of the whole build, linking included.
      """),
    Workload(
      ClientNames.code, unit: ClientNames.bytes, per: "client", sizes: functions,
      """
      The code of n functions: bytes in the loaded sections of the client, minus those of a program that imports the \
      library and calls nothing. Each function makes a subject, a property or a cold signal, a chain of two to eight \
      operators, and a subscription. The functions are 20 chains with 5 types of values, and print the same values \
      with both libraries. OpenCombine has no merge: a sequence of two subjects, flattened.
      """),
    Workload(
      ClientNames.hello, unit: ClientNames.bytes, per: "program",
      """
      A program with one subject, one subscription and one send: bytes in its loaded sections, minus those of a \
      program without a library.
      """),
  ]

  private static func candidate(_ library: Library, _ summary: String, _ measurement: ClientMeasurement?) -> Candidate {
    func seconds(_ times: @escaping (ClientMeasurement.Times) -> [Double]) -> Measurable {
      Measurable { _ throws(FailedCheck) in
        guard let measurement else { return nil }
        let found: ClientMeasurement.Times
        do throws(ToolFailure) {
          found = try measurement.times(library)
        } catch {
          throw FailedCheck(error.description)
        }
        return Statistics(times(found)).map { Trial($0) }
      }
    }
    func bytes(of program: ClientPackage.Program, beyond other: ClientPackage.Program) -> Measurable {
      Measurable(isExact: true) { _ throws(FailedCheck) in
        guard let measurement else { return nil }
        do throws(ToolFailure) {
          return Statistics([Double(try measurement.bytes(library, of: program, beyond: other))]).map { Trial($0) }
        } catch {
          throw FailedCheck(error.description)
        }
      }
    }
    return Candidate(
      library.rawValue, summary,
      [
        ClientNames.library: seconds(\.library), ClientNames.rebuild: seconds(\.client),
        ClientNames.emptyDebug: seconds(\.emptyDebug), ClientNames.rebuildDebug: seconds(\.clientDebug),
        ClientNames.code: bytes(of: .client, beyond: .empty), ClientNames.hello: bytes(of: .hello, beyond: .bare),
      ])
  }
}
