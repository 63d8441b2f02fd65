import Foundation
import HeraldJSON
import HeraldKeys
import MYKEYLocalServers
import MYKEYServices
import MYKEYWire
import Synchronization
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Attack 30: strangers at a back end and a wallet, over a loopback socket")
struct StrangerTests {
    private func send(_ url: String, _ method: String = "POST", _ body: JSONValue? = nil) async throws -> (
        status: Int, body: JSONValue
    ) {
        var request = URLRequest(url: try #require(URL(string: url)))
        request.httpMethod = method
        request.httpBody = body.map { Data($0.serialized()) }
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let (data, response) = try await URLSession.lasting.data(for: request)
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, (try? JSONValue(parsing: [UInt8](data))) ?? .null)
    }

    @Test("attack 30: an address that begins too many logins gets 429, and a login that is answered no longer counts")
    func begin() async throws {
        let cast = try LoginCast()
        var limits = CallbackLimits()
        limits.pendingLoginsPerAddress = 5
        let loginServer = try await LoginServer.start { _ in
            try cast.service(store: try SQLiteReplayStore.inMemory(), limits: limits)
        }
        var last: JSONValue = .null
        for _ in 0..<5 { last = try await send(loginServer.url + "/begin").body }
        let refused = try await send(loginServer.url + "/begin")
        #expect(refused.status == 429 && refused.body["error"] == "too_many")
        let login = try JSONValue(parsing: try cast.body(uuID: try #require(last["uuID"]?.stringValue)))
        #expect(try await send(loginServer.callbackURL, "POST", login).body["code"] == 0)
        #expect(try await send(loginServer.url + "/begin").status == 200)
        await loginServer.stop()
    }

    @Test("attack 30: posts from one address cause a limited number of look-ups, over HTTP")
    func lookups() async throws {
        let cast = try LoginCast()
        let keys = try cast.keys
        var limits = CallbackLimits()
        limits.lookupsPerAddress = 3
        let loginServer = try await LoginServer.start { _ in
            try cast.service(keys: keys, store: try SQLiteReplayStore.inMemory(), limits: limits)
        }
        var codes: [Int64] = []
        for _ in 0..<5 {
            let login = try await loginServer.service.beginLogin()
            var members = try cast.members(uuID: login.uuID)
            members["sign"] = .string(try cast.eosKey.sign("something else").text)
            codes.append(try await send(loginServer.callbackURL, "POST", members).body["code"]?.intValue ?? -1)
        }
        #expect(codes == [1015, 1015, 1015, 1018, 1018] && keys.asked == 3)
        await loginServer.stop()
    }

    @Test("attack 82: an address that posts too often gets 429 with a code, over HTTP")
    func posts() async throws {
        let cast = try LoginCast()
        var limits = CallbackLimits()
        limits.postsPerAddress = 2
        let loginServer = try await LoginServer.start { _ in
            try cast.service(store: try SQLiteReplayStore.inMemory(), limits: limits)
        }
        var answers: [[Int64]] = []
        for _ in 0..<3 {
            let answer = try await send(loginServer.callbackURL, "POST", ["nothing": 1])
            answers.append([Int64(answer.status), answer.body["code"]?.intValue ?? -1])
        }
        #expect(answers.prefix(2).allSatisfy { $0[0] == 200 } && answers.last == [429, 1018])
        await loginServer.stop()
    }

    @Test("attack 84: an address that asks for the status of logins too often gets 429, and others are answered")
    func statuses() async throws {
        let cast = try LoginCast()
        var limits = CallbackLimits()
        (limits.statusesPerAddress, limits.statusesPerSecond) = (2, 1)
        let service = try cast.service(store: try SQLiteReplayStore.inMemory(), limits: limits)
        let session = try await service.beginLogin().session
        for _ in 0..<2 { _ = try await service.status(of: session, from: "192.0.2.1") }
        await #expect(
            performing: { try await service.status(of: session, from: "192.0.2.1") },
            throws: { ($0 as? MYKEYServicesError)?.code == .tooMany })
        _ = try await service.status(of: session, from: "192.0.2.2")
        _ = try await service.status(of: session)
        cast.clock.advance(by: .seconds(1))
        _ = try await service.status(of: session, from: "192.0.2.1")
    }

    @Test(
        "attack 85: many invented programs do not fill the wallet's server, because the oldest of the largest group is dropped"
    )
    func manyPrograms() async throws {
        var limits = LocalWalletServer.Limits()
        (limits.requests, limits.waitingOfOne, limits.timeout) = (4, 2, .seconds(600))
        let wallet = LocalWalletServer(limits: limits) { _ in
            try? await Task.sleep(for: .seconds(600))
            return nil
        }
        let server = try await wallet.listen()
        var requestIDs: [String] = []
        for scheme in ["mallory", "mallory", "eve", "eve", "harbour"] {
            let answer = try await send(server.url + "/open", "POST", Self.url(scheme))
            #expect(answer.status == 202)
            requestIDs.append(answer.body["id"]?.stringValue ?? "")
        }
        var waiting: [Int] = []
        for requestID in requestIDs {
            waiting.append(try await send(server.url + "/answers/" + requestID, "GET").status)
        }
        #expect(waiting.count { $0 == 204 } == 4 && waiting.last == 204)
        #expect(waiting.prefix(4).contains(404))
        await server.stop()
    }

    @Test("attack 85: many invented programs with one request each do not remove the request that waited before them")
    func manyNames() async throws {
        var limits = LocalWalletServer.Limits()
        (limits.requests, limits.timeout) = (4, .seconds(600))
        let wallet = LocalWalletServer(limits: limits) { _ in
            // Until it is declined.
            try? await Task.sleep(for: .seconds(600))
            return nil
        }
        let server = try await wallet.listen()
        let waiting = try await send(server.url + "/open", "POST", Self.url("harbour"))
        var statuses: [Int] = []
        for number in 0..<6 {
            statuses.append(try await send(server.url + "/open", "POST", Self.url("zz0\(number)")).status)
        }
        #expect(statuses == [202, 202, 202, 429, 429, 429])
        let requestID = try #require(waiting.body["id"]?.stringValue)
        #expect(try await send(server.url + "/answers/" + requestID, "GET").status == 204)
        await server.stop()
    }

    @Test("a request that its user has approved is answered, although its time ends while the wallet carries it out")
    func approvedInTime() async throws {
        let isApproved = Mutex(false)
        let (finished, finish) = AsyncStream<Void>.makeStream()
        var limits = LocalWalletServer.Limits()
        limits.timeout = .milliseconds(50)
        let wallet = LocalWalletServer(limits: limits) { url in
            guard url.contains("harbour") else {
                // Until it is declined.
                try? await Task.sleep(for: .seconds(600))
                return nil
            }
            guard await LocalWalletServer.recordApproval() else { return "harbour://unsigned" }
            isApproved.withLock { $0 = true }
            for await _ in finished { break }
            return "harbour://done"
        }
        let server = try await wallet.listen()
        func begin(_ scheme: String) async throws -> String {
            try await send(server.url + "/open", "POST", Self.url(scheme)).body["id"]?.stringValue ?? ""
        }
        func status(_ requestID: String) async throws -> Int {
            try await send(server.url + "/answers/" + requestID, "GET").status
        }
        var approved = ""
        // On a busy machine the time of a request may end before its approval, which then comes too late.
        while !isApproved.withLock({ $0 }) {
            approved = try await begin("harbour")
            while try await status(approved) == 204, !isApproved.withLock({ $0 }) { await Task.yield() }
        }
        // The time of a later request ends too.
        let later = try await begin("mallory")
        while try await status(later) == 204 { await Task.yield() }
        #expect(try await status(later) == 404)
        #expect(try await status(approved) == 204)
        finish.yield()
        while try await status(approved) == 204 { await Task.yield() }
        let answer = try await send(server.url + "/answers/" + approved, "GET")
        #expect(answer.status == 200 && answer.body["url"] == "harbour://done")
        await server.stop()
    }

    private static func url(_ scheme: String) -> JSONValue {
        let request = WalletRequest(
            protocol: .simple, uuID: "u", callback: "\(scheme)://mykeywallet.mykey.org?callBackId=1",
            payload: .login(.init()))
        return ["url": .string((try? WalletURL.make(request)) ?? "")]
    }

    @Test(
        "attack 30: one program's requests do not fill the wallet's server, and unanswered ones are declined in time"
    )
    func walletServer() async throws {
        let asked = Mutex(0)
        var limits = LocalWalletServer.Limits()
        #expect(limits.timeout == .seconds(300) && limits.waitingOfOne == 8)
        limits.waitingOfOne = 2
        limits.timeout = .seconds(600)
        let wallet = LocalWalletServer(limits: limits) { _ in
            asked.withLock { $0 += 1 }
            // Until it is declined.
            try? await Task.sleep(for: .seconds(600))
            return nil
        }
        let server = try await wallet.listen()
        let first = try await send(server.url + "/open", "POST", Self.url("mallory"))
        #expect(first.status == 202)
        #expect(try await send(server.url + "/open", "POST", Self.url("mallory")).status == 202)
        #expect(try await send(server.url + "/open", "POST", Self.url("mallory")).status == 429)
        #expect(try await send(server.url + "/open", "POST", Self.url("harbour")).status == 202)
        await server.stop()

        limits.timeout = .milliseconds(20)
        limits.requests = 1
        let ended = Mutex(false)
        let quick = LocalWalletServer(limits: limits) { _ in
            try? await Task.sleep(for: .seconds(600))
            ended.withLock { $0 = Task.isCancelled }
            return "harbour://late"
        }
        let other = try await quick.listen()
        let requestID = try #require(
            try await send(other.url + "/open", "POST", Self.url("harbour")).body["id"]?.stringValue)
        while try await send(other.url + "/answers/" + requestID, "GET").status == 204 { await Task.yield() }
        #expect(try await send(other.url + "/answers/" + requestID, "GET").status == 404)
        #expect(
            try await send(other.url + "/open", "POST", Self.url("harbour")).status == 202, "its place is free again")
        while !ended.withLock({ $0 }) { await Task.yield() }
        await other.stop()
    }
}
