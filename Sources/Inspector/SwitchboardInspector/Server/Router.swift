#if Inspector
  internal import NIOHTTP1
  internal import SwitchboardTraceFile

  /// Answers the requests. Lives on the inspector's thread.
  final class Router {
    var guarding: Guard?
    var openConnections = 0
    let observation: Observation
    let burst: Burst
    private var marks = Marks()

    init(showsValues: Bool) {
      observation = Observation(showsValues: showsValues)
      burst = Burst(observation.names)
    }

    /// Ends what the inspector has begun.
    func stop() { burst.stop() }

    func answer(_ request: Request) -> Response {
      do {
        return try route(request)
      } catch {
        return error.response
      }
    }

    private func route(_ request: Request) throws(RequestError) -> Response {
      guard let guarding else { throw RequestError(.serviceUnavailable, "The inspector is about to start.") }
      if request.isMalformed {
        throw RequestError(.badRequest, "A percent sign in the query is not followed by the digits of a character.")
      }
      let isReading = request.method == .GET || request.method == .HEAD
      guard isReading || request.method == .POST else {
        throw RequestError(.methodNotAllowed, "The inspector knows GET, HEAD and POST.")
      }
      try guarding.checkOrigin(request)
      if isReading, let page = Page.file(request.path) { return page }
      try guarding.checkToken(request)
      return isReading ? try read(request) : try change(request)
    }

    private func read(_ request: Request) throws(RequestError) -> Response {
      observation.refresh()
      switch request.path {
      case "/api/overview": return Response(Overview(observation, burst))
      case "/api/registries": return Response(try RegistryPage(observation, Query(request)))
      case "/api/warnings": return Response(WarningList(observation, burst))
      case "/api/marks": return Response(MarkList(marks: marks.all))
      case "/api/growth": return Response(try marks.growth(since: request.query["since"], observation, Query(request)))
      case "/api/burst": return Response(burst.state)
      case "/api/burst.pftrace": return try burst.file()
      case "/metrics": return Response(Array(Metrics.text(observation).utf8), type: Metrics.type)
      case "/census.json": return Response(observation.document)
      default:
        if request.path.hasPrefix("/api/registries/") {
          let text = request.path.dropFirst("/api/registries/".count)
          guard text.allSatisfy({ ("0"..."9").contains($0) }), let number = UInt32(text) else {
            throw RequestError(.badRequest, "A registry has a number, such as /api/registries/5.")
          }
          return Response(try RegistryDetails(number, observation, burst, Query(request)))
        }
        if request.path.hasPrefix("/api/") || request.path == "/census" {
          throw RequestError(.notFound, "The inspector has no \(request.path.prefix(64)).")
        }
        throw RequestError(.notFound, "The inspector has no such page: open / instead.")
      }
    }

    private func change(_ request: Request) throws(RequestError) -> Response {
      switch request.path {
      case "/api/marks":
        observation.refresh(atMost: 0)
        return Response(marks.add(observation), status: .created)
      case "/api/burst":
        let milliseconds = try JSON.number("milliseconds", in: request.body) ?? 100
        return Response(try burst.begin(milliseconds: milliseconds), status: .accepted)
      default: throw RequestError(.notFound, "Only marks and bursts can be made: POST /api/marks or /api/burst.")
      }
    }
  }
#endif
