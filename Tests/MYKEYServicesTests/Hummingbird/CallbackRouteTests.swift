import Foundation
import HeraldJSON
import Hummingbird
import MYKEYHummingbird
import MYKEYLocalServers
import MYKEYServices
import MYKEYWire
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The callback route, over a loopback socket")
struct CallbackRouteTests {
    private let cast: LoginCast

    init() throws { cast = try LoginCast() }

    private func withServer(_ body: (CallbackService, String) async throws -> Void) async throws {
        let service = try cast.service(store: try SQLiteReplayStore.inMemory())
        let router = Router()
        router.mykeyCallback("/mykey/login", service).mykeyStatus("/mykey/status", service)
        let server = try await LoopbackServer.start(responder: router.buildResponder())
        do {
            try await body(service, server.url)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private func send(_ url: String, method: String = "POST", body: [UInt8]? = nil, bearer: String? = nil) async throws
        -> (Int, JSONValue, [String: String])
    {
        var request = URLRequest(url: try #require(URL(string: url)))
        request.httpMethod = method
        request.httpBody = body.map { Data($0) }
        request.setValue("application/json; charset=utf-8", forHTTPHeaderField: "Content-Type")
        if let bearer { request.setValue("Bearer \(bearer)", forHTTPHeaderField: "Authorization") }
        let (data, response) = try await URLSession.lasting.data(for: request)
        let answer = try #require(response as? HTTPURLResponse)
        var headers: [String: String] = [:]
        for (name, value) in answer.allHeaderFields { headers["\(name)".lowercased()] = "\(value)" }
        return (answer.statusCode, data.isEmpty ? .null : try JSONValue(parsing: [UInt8](data)), headers)
    }

    @Test("a posted login is answered with code 0, and the browser learns the account")
    func login() async throws {
        try await withServer { service, url in
            let pending = try await service.beginLogin()
            let before = try await send(url + "/mykey/status", method: "GET", bearer: pending.session.exposedText)
            #expect(before.0 == 200 && before.1["status"] == "pending")
            let (status, reply, headers) = try await send(url + "/mykey/login", body: try cast.body(uuID: pending.uuID))
            #expect(status == 200 && reply["code"] == 0 && reply["message"] == "ok")
            #expect(
                headers["content-type"]?.hasPrefix("application/json") == true && headers["cache-control"] == "no-store"
            )
            let after = try await send(url + "/mykey/status", method: "GET", bearer: pending.session.exposedText)
            #expect(after.1["status"] == "accepted" && after.1["login"]?["account"] == "mykeydoctest")
            #expect(
                try await send(url + "/mykey/status", method: "GET", bearer: String(repeating: "0", count: 32)).1[
                    "status"] == "unknown")
            #expect(try await send(url + "/mykey/status", method: "GET").0 == 401)
            #expect(
                try await send(url + "/mykey/status", method: "GET", bearer: pending.uuID).0 == 401,
                "the uuID is no session")
        }
    }

    @Test("a refusal is answered with HTTP 200 and its code, so that the wallet reads it and does not retry")
    func refusals() async throws {
        try await withServer { _, url in
            let (status, reply, _) = try await send(url + "/mykey/login", body: try cast.body(uuID: "unknown"))
            #expect(status == 200 && reply["code"] == 1010)
            let empty = try await send(url + "/mykey/login", body: [])
            #expect(empty.0 == 200 && empty.1["code"] == 1001)
            let long = try await send(url + "/mykey/login", body: [UInt8](repeating: 0x20, count: 17 << 10))
            #expect(long.0 == 200 && long.1["code"] == 1001)
            for method in ["GET", "PUT", "DELETE"] {
                let other = try await send(url + "/mykey/login", method: method)
                #expect(other.0 == 405 && other.1["code"] == 1001 && other.2["allow"] == "POST")
            }
        }
    }

    @Test("concurrent posts over many connections log in once, and all are answered with code 0")
    func concurrent() async throws {
        try await withServer { service, url in
            let pending = try await service.beginLogin()
            let body = try cast.body(uuID: pending.uuID)
            try await withThrowingTaskGroup(of: JSONValue?.self) { group in
                for _ in 0..<20 { group.addTask { try await send(url + "/mykey/login", body: body).1["code"] } }
                for try await code in group { #expect(code == 0) }
            }
            guard case .accepted = try await service.status(of: pending.session) else {
                Issue.record("the login is not there")
                return
            }
        }
    }
}
