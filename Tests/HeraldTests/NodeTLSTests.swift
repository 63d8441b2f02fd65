import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite(
    "herald node with TLS", .timeLimit(.minutes(10)),
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")))
struct NodeTLSTests {
    /// Makes a certificate and its key with openssl.
    private static func make(_ name: String, in folder: TemporaryFolder) throws {
        let made = try PostgresServer.run(
            """
            cd \(folder.url.path) && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=\(name) \
            -addext subjectAltName=IP:127.0.0.1 -keyout \(name).key -out \(name).crt 2>&1; echo status $?
            """)
        #expect(made.contains("status 0"), "\(made)")
    }

    /// Asks the node for `/health` with a client of openssl's, which trusts one certificate.
    /// - Returns: the answer and what the client says.
    private static func ask(_ url: String, trusting certificate: String) throws -> String {
        let place = url.split(separator: "/").last.map(String.init) ?? ""
        return try PostgresServer.run(
            """
            printf 'GET /health HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n' | openssl s_client -quiet -connect \(place) \
            -CAfile \(certificate) -verify_return_error 2>&1; true
            """)
    }

    @Test("the node serves TLS, and SIGHUP makes it use a new certificate; one that does not fit its key is refused")
    func reload() async throws {
        let folder = try TemporaryFolder()
        for name in ["first", "second"] { try Self.make(name, in: folder) }
        let certificate = folder.path("node.crt"), key = folder.path("node.key"), errors = folder.path("errors")
        func use(_ crt: String, _ owner: String) throws {
            for (source, target) in [(folder.path(crt + ".crt"), certificate), (folder.path(owner + ".key"), key)] {
                try Data(contentsOf: URL(fileURLWithPath: source)).write(to: URL(fileURLWithPath: target))
            }
        }
        try use("first", "first")
        let node = try await RunningNode.run(
            [
                "node", "--host", "127.0.0.1", "--port", "0", "--in-memory", "--tls-certificate", certificate,
                "--tls-key",
                key,
            ], errors: errors)
        #expect(node.url.hasPrefix("https://"))
        #expect(try Self.ask(node.url, trusting: folder.path("first.crt")).contains(#"{"status":"ok"}"#))
        #expect(try !Self.ask(node.url, trusting: folder.path("second.crt")).contains(#"{"status":"ok"}"#))

        try use("second", "first")
        kill(node.pid, SIGHUP)
        try await Self.wait(for: "the private key is not that of the certificate", in: errors)
        #expect(try Self.ask(node.url, trusting: folder.path("first.crt")).contains(#"{"status":"ok"}"#))

        try use("second", "second")
        kill(node.pid, SIGHUP)
        try await Self.wait(for: "the certificate was read again", in: errors)
        #expect(try Self.ask(node.url, trusting: folder.path("second.crt")).contains(#"{"status":"ok"}"#))
        #expect(await node.end(SIGTERM) == 0)
    }

    @Test("files that cannot be used are named, and one of the two options alone is refused")
    func refusals() async throws {
        let folder = try TemporaryFolder()
        for name in ["first", "second"] { try Self.make(name, in: folder) }
        for (certificate, key, reason) in [
            ("first.crt", "second.key", "the private key is not that of the certificate"),
            ("none.crt", "first.key", "none.crt: the file cannot be read"),
            ("first.crt", "first.crt", "first.crt: the file cannot be read, or has no private key"),
        ] {
            let result = try await Program.run([
                "node", "--port", "0", "--in-memory", "--tls-certificate", folder.path(certificate), "--tls-key",
                folder.path(key),
            ])
            #expect(result.status == 1 && result.errors.contains(reason), "\(result.errors)")
        }
        let alone = try await Program.run(["node", "--in-memory", "--tls-key", folder.path("first.key")])
        #expect(alone.status == 64)
    }

    /// Waits until a text is in a file; the time limit of the suite ends it.
    private static func wait(for text: String, in file: String) async throws {
        while !((try? String(contentsOfFile: file, encoding: .utf8)) ?? "").contains(text) {
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}
