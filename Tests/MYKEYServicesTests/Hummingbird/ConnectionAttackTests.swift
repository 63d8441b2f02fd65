import Foundation
import HeraldJSON
import Hummingbird
import MYKEYLocalServers
import MYKEYServices
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Connections that crowd others out of a back end or a wallet", .timeLimit(.minutes(10)))
struct ConnectionAttackTests {
    /// Connections that have sent the beginning of a head. Connecting blocks, so it has a thread of its own.
    private func dripping(_ count: Int, port: Int) async throws -> [LoopbackConnection] {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        try (0..<count).map { _ in
                            let connection = try LoopbackConnection.connect(to: port)
                            connection.send("GET / HTTP/1.1\r\nX: a".utf8)
                            return connection
                        }
                    })
            }
        }
    }

    private func status(_ url: String, _ method: String = "GET") async throws -> Int? {
        var request = URLRequest(url: try #require(URL(string: url)))
        request.httpMethod = method
        let (_, response) = try await URLSession.lasting.data(for: request)
        return (response as? HTTPURLResponse)?.statusCode
    }

    @Test("attack 31: sockets that send header bytes slowly keep nobody out of a back end")
    func backEnd() async throws {
        let cast = try LoginCast()
        let service = try cast.service(store: try SQLiteReplayStore.inMemory())
        let loginServer = try await LoginServer.start { _ in service }
        let port = try #require(URL(string: loginServer.url)?.port)
        let hostile = try await dripping(300, port: port)
        #expect(try await status(loginServer.url + "/status") == 401)
        for connection in hostile { connection.close() }
        await loginServer.stop()
    }

    @Test("attack 31: sockets that send header bytes slowly keep nobody out of a listening wallet")
    func walletServer() async throws {
        let server = try await LocalWalletServer { _ in nil }.listen()
        let port = try #require(URL(string: server.url)?.port)
        let hostile = try await dripping(300, port: port)
        #expect(try await status(server.url + "/") == 200)
        for connection in hostile { connection.close() }
        await server.stop()
    }

    @Test("attack 26: a back end's paths have only one spelling", arguments: ["//status", "/%73tatus", "/status%2f"])
    func spelling(path: String) async throws {
        let cast = try LoginCast()
        let service = try cast.service(store: try SQLiteReplayStore.inMemory())
        let loginServer = try await LoginServer.start { _ in service }
        #expect(try await status(loginServer.url + path) == 404)
        await loginServer.stop()
    }

    @Test("attack 26: a back end's paths have no trailing slash", arguments: ["/begin", "/login", "/status"])
    func trailingSlash(path: String) async throws {
        let cast = try LoginCast()
        let service = try cast.service(store: try SQLiteReplayStore.inMemory())
        let loginServer = try await LoginServer.start { _ in service }
        for method in ["GET", "POST"] {
            #expect(try await status(loginServer.url + path + "/", method) == 404)
        }
        let known = [try await status(loginServer.url + path), try await status(loginServer.url + path, "POST")]
        #expect(known != [404, 404])
        await loginServer.stop()
    }

    @Test(
        "attack 26: only the root of the wallet's server has a trailing slash",
        arguments: [
            ("GET", "/", 200), ("POST", "/open/", 404),
        ])
    func slashOfTheServer(method: String, path: String, expected: Int) async throws {
        let server = try await LocalWalletServer { _ in nil }.listen()
        #expect(try await status(server.url + path, method) == expected)
        await server.stop()
    }
}
