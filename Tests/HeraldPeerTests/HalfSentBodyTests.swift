import Foundation
import TestSupport
import Testing
@testable import HeraldPeer

@Suite("Request bodies that are sent halfway", .timeLimit(.minutes(10)))
struct HalfSentBodyTests {
    private static func post(_ path: String, length: Int, part: Int, _ more: String = "") -> String {
        "POST \(path) HTTP/1.1\r\nHost: x\r\nContent-Length: \(length)\r\n\(more)\r\n"
            + String(repeating: "a", count: part)
    }

    @Test(
        "attack 6: incomplete bodies of one address have a limit of memory, and the oldest are refused for new ones"
    )
    func share() async throws {
        let limits = TestPeer.limits(bodies: BodyLimits(perAddress: 64 << 10))
        try await TestPeer.with(limits) { listener in
            let half = try (0..<60).map { _ in
                let socket = try TestSocket(port: listener.port)
                socket.write(Self.post("/", length: 1 << 20, part: 8 << 10))
                return socket
            }
            let refused = try half[0].read()
            #expect(refused.status == 429 && refused.headers["connection"] == "close")
            #expect(half[0].isClosed())
            let whole = try TestSocket(port: listener.port)
            whole.write(Self.post("/", length: 5, part: 5))
            #expect(try whole.read().body == Array("5".utf8))
            // The bytes of a refused body count until its connection has the refusal.
            let end = ContinuousClock.now + TestDeadline.time
            while listener.ground.bodies.held > 64 << 10, ContinuousClock.now < end { sched_yield() }
            #expect(listener.ground.bodies.held <= 64 << 10)
        }
    }

    @Test("attack 6: when all bodies together reach their limit, the address with most loses one")
    func everybody() async throws {
        var limits = TestPeer.limits(bodies: BodyLimits(inAll: 64 << 10))
        limits.proxies = try TrustedProxies(["127.0.0.1"])
        try await TestPeer.with(limits) { listener in
            func send(_ client: String, _ part: Int, of length: Int = 1 << 20) throws -> TestSocket {
                let socket = try TestSocket(port: listener.port)
                socket.write(Self.post("/", length: length, part: part, "X-Forwarded-For: \(client)\r\n"))
                return socket
            }
            let modest = try send("192.0.2.1", 8_000, of: 8_001)
            let greedy = try (0..<8).map { _ in try send("192.0.2.2", 16 << 10) }
            #expect(try greedy[0].read().status == 503)
            modest.write("a")
            #expect(try modest.read().body == Array("8001".utf8))
        }
    }

    @Test(
        "attack 6: a client that is refused before its body is read gets the answer, and uses no memory",
        arguments: [true, false])
    func refused(asksFirst: Bool) async throws {
        try await TestPeer.with { listener in
            let socket = try TestSocket(port: listener.port)
            socket.write(
                Self.post(
                    "/refused", length: 1 << 20, part: asksFirst ? 0 : 100_000,
                    asksFirst ? "Expect: 100-continue\r\n" : ""))
            let answer = try socket.read()
            #expect(answer.status == 401 && answer.headers["connection"] == "close")
            #expect(socket.isClosed())
            #expect(listener.ground.bodies.held == 0)
        }
    }

    @Test("a refused request with a short body keeps its connection")
    func short() async throws {
        try await TestPeer.with { listener in
            let socket = try TestSocket(port: listener.port)
            socket.write(Self.post("/refused", length: 10, part: 5))
            let answer = try socket.read()
            #expect(answer.status == 401 && answer.headers["connection"] == nil)
            socket.write("aaaaa" + Self.post("/", length: 3, part: 3))
            #expect(try socket.read().body == Array("3".utf8))
        }
    }

    @Test(
        "a client that asks first receives 100 when its body is read, and an answered body uses no memory")
    func answered() async throws {
        try await TestPeer.with { listener in
            let socket = try TestSocket(port: listener.port)
            socket.write(Self.post("/", length: 1_000, part: 0, "Expect: 100-continue\r\n"))
            #expect(try socket.read().status == 100)
            socket.write(String(repeating: "a", count: 1_000))
            #expect(try socket.read().body == Array("1000".utf8))
            // The next answer comes after the books are closed on this one.
            socket.write(Self.post("/", length: 1, part: 1))
            #expect(try socket.read().status == 200)
            #expect(listener.ground.bodies.held <= 1)
        }
    }
}
