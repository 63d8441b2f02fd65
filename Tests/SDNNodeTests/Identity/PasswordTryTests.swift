import HeraldJSON
import SDNWire
import Synchronization
import Testing
@testable import SDNNode

@Suite("Guessing passwords (SDN sheet 7.7)")
struct PasswordTryTests {
    private static let home = "10.0.0.1", away = "10.0.0.9"
    private let node: TestNode

    init() throws {
        node = try TestNode { $0.enableRegistration = true }
    }

    private func register(_ name: String, remote: String = home) async throws -> RoomUser {
        let answer = try await node.send(
            "POST", "/_matrix/client/v3/register",
            [
                "username": .string(name), "password": "secret", "auth": ["type": "m.login.dummy"],
            ], remote: remote)
        return RoomUser(node, token: try #require(answer.body.text("access_token")), userID: "@\(name):localhost")
    }

    private func logIn(_ name: String, _ password: String = "wrong", remote: String) async throws -> TestNode.Answer {
        try await node.send(
            "POST", "/_matrix/client/v3/login",
            [
                "type": "m.login.password", "identifier": ["type": "m.id.user", "user": .string(name)],
                "password": .string(password),
            ], remote: remote)
    }

    @Test("attack 8: nearly all of 660 wrong passwords are refused without a check, with growing waits")
    func bruteForce() async throws {
        _ = try await register("ann")
        var statuses: [Int: Int] = [:], waits: [Int64] = []
        for _ in 0..<660 {
            let answer = try await logIn("ann", remote: Self.away)
            statuses[answer.status, default: 0] += 1
            guard answer.status == 429 else { continue }
            #expect(answer.errcode == "M_LIMIT_EXCEEDED")
            let wait = try #require(answer.body["retry_after_ms"]?.intValue)
            if waits.count < 8 {
                waits.append(wait)
                node.clock.advance(by: .milliseconds(wait))
            }
        }
        #expect(waits == [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
        #expect(statuses == [403: 13, 429: 647])
        // A name that nobody has is treated alike.
        for _ in 0..<5 { #expect(try await logIn("nobody", remote: "10.0.0.8").status == 403) }
        #expect(try await logIn("nobody", remote: "10.0.0.7").status == 429)
    }

    @Test("attack 8: the right password from a known address passes these limits, and wrong ones there wait separately")
    func owner() async throws {
        _ = try await register("ann")
        for _ in 0..<20 { _ = try await logIn("ann", remote: Self.away) }
        #expect(try await logIn("ann", "secret", remote: Self.away).status == 429)
        #expect(try await logIn("ann", "secret", remote: "10.0.0.2").status == 429)
        #expect(try await logIn("ann", "secret", remote: Self.home).status == 200)
        // An attacker at the owner's address waits as well.
        for _ in 0..<5 { #expect(try await logIn("ann", remote: Self.home).status == 403) }
        #expect(try await logIn("ann", remote: Self.home).status == 429)
        node.clock.advance(by: .seconds(1))
        #expect(try await logIn("ann", "secret", remote: Self.home).status == 200)
        #expect(try await logIn("ann", remote: Self.home).status == 403)
        // After its wait the right password gets in elsewhere too, and is known there from then on.
        node.clock.advance(by: .seconds(60))
        #expect(try await logIn("ann", "secret", remote: "10.0.0.2").status == 200)
        for _ in 0..<20 { _ = try await logIn("ann", remote: Self.away) }
        #expect(try await logIn("ann", "secret", remote: "10.0.0.2").status == 200)
    }

    @Test("attack 8: an account knows the addresses of its devices, even after it logged out everywhere")
    func known() async throws {
        let ann = try await register("ann")
        _ = try await node.send("GET", "/_matrix/client/v3/account/whoami", token: ann.token, remote: "2001:db8::1")
        for _ in 0..<20 { _ = try await logIn("ann", remote: Self.away) }
        #expect(try await logIn("ann", "secret", remote: "2001:db8::2").status == 200)
        #expect(try await ann.call("POST", ["logout", "all"]).status == 200)
        #expect(try await logIn("ann", "secret", remote: "2001:db8::3").status == 200)
        #expect(try await logIn("ann", "secret", remote: Self.home).status == 200)
    }

    @Test(
        "attack 8: an address that guesses many accounts' passwords waits for all of them, even between its own right ones"
    )
    func manyAccounts() async throws {
        _ = try await register("eve", remote: "10.0.0.6")
        for number in 0..<9 { #expect(try await logIn("user\(number)", remote: Self.away).status == 403) }
        #expect(try await logIn("eve", "secret", remote: Self.away).status == 200)
        #expect(try await logIn("user9", remote: Self.away).status == 403)
        #expect(try await logIn("user10", remote: Self.away).status == 429)
        #expect(try await logIn("user10", remote: "10.0.0.7").status == 403)
    }

    @Test("attack 8: a user with a token cannot guess passwords faster in operations that cannot be undone")
    func session() async throws {
        let ann = try await register("ann")
        func confirm(_ password: String) async throws -> TestNode.Answer {
            try await ann.delete(
                ["X"],
                auth: [
                    "type": "m.login.password", "identifier": ["type": "m.id.user", "user": "ann"],
                    "password": .string(password),
                ])
        }
        for _ in 0..<5 { #expect(try await confirm("wrong").errcode == "M_FORBIDDEN") }
        #expect(try await confirm("secret").errcode == "M_LIMIT_EXCEEDED")
        node.clock.advance(by: .seconds(1))
        #expect(try await confirm("secret").status == 200)
        #expect(try await logIn("ann", "secret", remote: "10.0.0.3").status == 200)
    }

    @Test("attack 8: many subjects with one failure replace each other in memory, and not a subject with many failures")
    func bounded() {
        var counts = FailureCounts<String>(
            free: 1, firstWait: .seconds(1), longestWait: .seconds(60), memory: .seconds(100), capacity: 100)
        let start = ContinuousClock.now
        for time in 0..<5 { counts.count("victim", now: start + .milliseconds(time)) }
        for number in 0..<1_000 { counts.count("flood\(number)", now: start + .milliseconds(10 + number)) }
        #expect(counts.count <= 100)
        #expect(counts.wait("victim", now: start + .milliseconds(1_010)) == .milliseconds(14_994))
        #expect(counts.wait("victim", now: start + .milliseconds(100_004)) == nil)
        counts.count("victim", now: start + .seconds(200))
        #expect(counts.wait("victim", now: start + .seconds(200)) == .seconds(1))
    }

    @Test("attack 8: waits use the monotonic clock, and double up to the longest")
    func waits() throws {
        var counts = FailureCounts<String>(
            free: 2, firstWait: .seconds(1), longestWait: .seconds(5), memory: .seconds(100), capacity: 100)
        let start = ContinuousClock.now
        var found: [Duration?] = []
        for _ in 0..<6 {
            counts.count("x", now: start)
            found.append(counts.wait("x", now: start))
        }
        #expect(found == [nil, .seconds(1), .seconds(2), .seconds(4), .seconds(5), .seconds(5)])
        for _ in 0..<100 { counts.count("x", now: start) }
        #expect(counts.wait("x", now: start + .milliseconds(1)) == .milliseconds(4_999))
    }

    @Test("waits that are too long to be doubled are the longest wait")
    func longestWaits() {
        let longest = Duration.seconds(Int64.max), start = ContinuousClock.now
        var counts = FailureCounts<String>(
            free: 0, firstWait: longest, longestWait: longest, memory: longest, capacity: 100)
        for _ in 0..<100 { counts.count("x", now: start) }
        #expect(counts.wait("x", now: start) == longest)
    }
}
