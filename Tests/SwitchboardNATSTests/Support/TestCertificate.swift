#if NATS
  import Foundation
  import SwitchboardTestSupport
  import Testing

  /// A certificate for this machine that signs itself, with its key. The files end with this object.
  final class TestCertificate: Sendable {
    let certificate, key: String
    private let folder: URL

    init() throws {
      folder = FileManager.default.temporaryDirectory.appendingPathComponent("switchboard-tls-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      (key, certificate) = (folder.path + "/key.pem", folder.path + "/certificate.pem")
      let openssl = try EndedProgram.run(
        "/usr/bin/openssl",
        [
          "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2", "-subj",
          "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
        ])
      try #require(openssl.status == 0, "\(openssl.errors)")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The entries of a server's `tls` block.
    var settings: String { "cert_file: \"\(certificate)\", key_file: \"\(key)\"" }
  }
#endif
