import Foundation
import TestSupport

/// A TLS server with a certificate of its own, run by Python, whose standard library has one; the certificate is made by openssl.
final class TLSPeer {
    static let isAvailable = tool("python3") != nil && tool("openssl") != nil

    let port: UInt16
    let certificate: String
    private let process = Process()
    /// The server ends when this is closed, also when the tests crash. A signal may not reach it: it inherits the mask of its thread.
    private let leash = Pipe()
    private let folder: TemporaryFolder

    init(host: String) throws {
        folder = try TemporaryFolder()
        let (key, certificate) = (folder.path("key.pem"), folder.path("certificate.pem"))
        self.certificate = certificate
        let openssl = Process()
        openssl.executableURL = try Self.url("openssl")
        openssl.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
            "-subj", "/CN=\(host)",
            "-addext", "subjectAltName=DNS:\(host)", "-keyout", key, "-out", certificate,
        ]
        openssl.standardError = FileHandle.nullDevice
        openssl.standardOutput = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
        process.executableURL = try Self.url("python3")
        process.arguments = ["-c", Self.script, certificate, key]
        process.standardError = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = leash
        try process.run()
        var line: [UInt8] = []
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A { line.append(byte) }
        guard let port = UInt16(String(decoding: line, as: UTF8.self)) else { throw POSIXError(.ECHILD) }
        self.port = port
    }

    deinit {
        try? leash.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    private static let script = """
        import http.server, ssl, sys, threading
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                self.rfile.read(int(self.headers["Content-Length"]))
                body = b'{"code":0,"message":"tls"}'
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[1], sys.argv[2])
        server.socket = context.wrap_socket(server.socket, server_side=True)
        print(server.server_address[1], flush=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        sys.stdin.read()
        """

    private static func tool(_ name: String) -> URL? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map { URL(fileURLWithPath: String($0)).appendingPathComponent(name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    private static func url(_ name: String) throws -> URL {
        guard let url = tool(name) else { throw POSIXError(.ENOENT) }
        return url
    }
}
