#if Tools
  import Foundation
  import Synchronization

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// Asks an inspector. Does not use a proxy, follows no redirect, keeps nothing on the disk, and waits five seconds at
  /// most.
  struct InspectorClient: Sendable {
    let address: InspectorAddress
    private let session: URLSession
    private let answers = AnswerCollector()

    static let patience = 5

    init(_ address: InspectorAddress) {
      self.address = address
      let configuration = URLSessionConfiguration.ephemeral
      configuration.connectionProxyDictionary = [:]
      configuration.urlCache = nil
      configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
      configuration.httpShouldSetCookies = false
      configuration.timeoutIntervalForRequest = TimeInterval(Self.patience)
      #if canImport(FoundationNetworking)
        // libcurl looks here for proxies; Foundation does not set libcurl's own option.
        setenv("no_proxy", "*", 1)
      #endif
      session = URLSession(configuration: configuration, delegate: answers, delegateQueue: nil)
    }

    /// Returns the bytes of an answer. Waits for them, so the call must not be made on a thread that has other work.
    func get(_ path: String, _ query: [(name: String, value: String)] = []) throws(InspectorFailure) -> Data {
      guard let url = address.url(path, query) else { throw .foreign(address.name, "the address is no URL") }
      var request = URLRequest(url: url)
      request.setValue("Bearer \(address.token)", forHTTPHeaderField: "Authorization")
      let task = session.dataTask(with: request)
      let answer = answers.expect(task)
      task.resume()
      if answer.isOver.wait(timeout: .now() + .seconds(Self.patience)) == .timedOut {
        answers.forget(task)
        task.cancel()
        throw .silent(address.name)
      }
      return try body(answers.take(task))
    }

    private func body(_ answer: AnswerCollector.Content) throws(InspectorFailure) -> Data {
      if let error = answer.error { throw failure(error) }
      switch answer.status {
      case 200: return answer.data
      case 401: throw .wrongToken(address.name)
      case let status:
        guard let refusal = try? JSONDecoder().decode(ErrorAnswer.self, from: answer.data) else {
          throw .foreign(address.name, "it answers with the status \(status)")
        }
        throw .refused(address.name, refusal.error.visible)
      }
    }

    private func failure(_ error: any Error) -> InspectorFailure {
      let code = (error as? URLError)?.code
      switch code {
      case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet:
        return .unreachable(address.name)
      case .timedOut: return .silent(address.name)
      // Foundation takes an answer without a byte for a bad one.
      case .networkConnectionLost, .badServerResponse: return .broken(address.name)
      default: return .foreign(address.name, "it does not answer as HTTP says")
      }
    }
  }

  /// The reason why there is no answer.
  enum InspectorFailure: Error, Equatable {
    /// Nothing listens at the address.
    case unreachable(String)
    /// Something listens, and does not answer in time.
    case silent(String)
    /// The connection ended before the answer did.
    case broken(String)
    case wrongToken(String)
    /// The inspector says why it does not answer.
    case refused(String, String)
    /// What answers is no inspector.
    case foreign(String, String)

    /// The reason and the remedy, as a sentence.
    var sentence: String {
      switch self {
      case .unreachable(let name):
        "cannot connect to \(name). Is the program running, with SWITCHBOARD_INSPECTOR in its environment?"
      case .silent(let name):
        """
        \(name) does not answer within \(InspectorClient.patience) seconds. Is the program stopped, for example by a \
        debugger?
        """
      case .broken(let name):
        "the connection to \(name) ended before the answer. The program has ended, or it has no inspector there."
      case .wrongToken(let name):
        "\(name) does not accept the token. Copy the URL that the program printed last: each start has a new token."
      case .refused(let name, let reason): "\(name) answers: \(reason)"
      case .foreign(let name, let reason):
        "what answers at \(name) is no inspector of Switchboard: \(reason). Copy the URL that the program prints."
      }
    }

    /// Writes the sentence to standard error. Throw the returned value to end the command.
    func reported() -> any Error {
      switch self {
      case .unreachable, .silent, .broken: Failure.unavailable(reason: sentence).reported()
      case .wrongToken: Failure.noPermission(reason: sentence).reported()
      case .refused, .foreign: Failure.badData(reason: sentence).reported()
      }
    }
  }

  /// Collects the answers of a session.
  private final class AnswerCollector: NSObject, URLSessionDataDelegate, Sendable {
    struct Content {
      var status = 0
      var data = Data()
      var error: (any Error)?
    }

    struct Expected: Sendable {
      let isOver = DispatchSemaphore(value: 0)
    }

    /// What answers with more is no inspector, and would fill the memory.
    private static let largest = 64 << 20

    private let contents = Mutex<[Int: (Expected, Content)]>([:])

    func expect(_ task: URLSessionTask) -> Expected {
      let expected = Expected()
      contents.withLock { $0[task.taskIdentifier] = (expected, Content()) }
      return expected
    }

    func forget(_ task: URLSessionTask) { contents.withLock { $0[task.taskIdentifier] = nil } }

    func take(_ task: URLSessionTask) -> Content {
      contents.withLock { $0.removeValue(forKey: task.taskIdentifier)?.1 ?? Content() }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      // The other place would get the token.
      completionHandler(nil)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      // A server that wants a password is no inspector.
      completionHandler(.cancelAuthenticationChallenge, nil)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      let isTooLarge = contents.withLock { contents in
        contents[dataTask.taskIdentifier]?.1.data.append(data)
        return (contents[dataTask.taskIdentifier]?.1.data.count ?? 0) > Self.largest
      }
      if isTooLarge { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      let expected = contents.withLock { contents in
        contents[task.taskIdentifier]?.1.status = (task.response as? HTTPURLResponse)?.statusCode ?? 0
        contents[task.taskIdentifier]?.1.error = error
        return contents[task.taskIdentifier]?.0
      }
      expected?.isOver.signal()
    }
  }
#endif
