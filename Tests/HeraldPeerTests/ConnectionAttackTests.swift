import Foundation
import TestSupport
import Testing
@testable import HeraldPeer

@Suite("Connections that crowd others out", .timeLimit(.minutes(10)))
struct ConnectionAttackTests {
    private static let request = "GET /1 HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test(
        "attack 5: hundreds of silent connections keep nobody out, not even clients at the same address",
        arguments: ["", "GET /1 HTTP/1.1\r\nX: "])
    func silent(head: String) async throws {
        try await TestPeer.with(TestPeer.limits(.lasting(inAll: 40))) {
            listener in
            var silent: [TestSocket] = []
            for _ in 0..<300 {
                let socket = try TestSocket(port: listener.port)
                socket.write(head)
                silent.append(socket)
            }
            let stranger = try TestSocket(port: listener.port)
            stranger.write(Self.request)
            #expect(try stranger.read().status == 200)
            #expect(listener.ground.connections.count <= 20)
            #expect(silent[0].isClosed())
        }
    }

    #if os(Linux)
    @Test(
        "attack 5: an address has a limited number of connections, and the idle ones of the address with most are closed first"
    )
    func share() async throws {
        try await TestPeer.with(TestPeer.limits(.lasting(inAll: 8, perAddress: 4))) { listener in
            func idle(_ source: UInt32) throws -> TestSocket {
                let socket = try TestSocket(port: listener.port, source: source)
                socket.write(Self.request)
                #expect(try socket.read().status == 200)
                return socket
            }
            // Loopback addresses may have half of all.
            let first = try idle(2), others = try (3...5).map(idle)
            var hostile = try (0..<4).map { _ in try idle(1) }
            hostile.append(try idle(1))
            #expect(hostile[0].isClosed())
            // All places are taken; who comes gets one of the address that has most.
            let newcomer = try idle(6)
            #expect(hostile[1].isClosed())
            for socket in [first, newcomer] + others {
                socket.write(Self.request)
                #expect(try socket.read().status == 200)
            }
        }
    }
    #endif

    @Test("attack 5: a connection that waits for its answer is not closed, and a new one without a place gets 503")
    func busy() async throws {
        try await TestPeer.with(TestPeer.limits(.lasting(inAll: 4))) { listener in
            // The answer to the first request says that the second is there too.
            let waiting = try (0..<2).map { _ in
                let socket = try TestSocket(port: listener.port)
                socket.write(Self.request + "GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(try socket.read().status == 200)
                return socket
            }
            let refused = try TestSocket(port: listener.port).read()
            #expect(
                refused.status == 503 && refused.headers["retry-after"] == "5"
                    && refused.headers["connection"] == "close")
            for socket in waiting { #expect(!socket.isClosed(within: 20)) }
        }
    }

    @Test(
        "attack 61: a connection is closed when a head or a trailer exceeds the limit, before it is complete",
        arguments: [
            "GET /1 HTTP/1.1\r\nHost: x\r\n",
            "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n",
        ])
    func longHeads(beginning: String) async throws {
        try await TestPeer.with(TestPeer.limits(.lasting().with(\.headBytes, 4_096))) { listener in
            let fine = try TestSocket(port: listener.port)
            fine.write("GET /1 HTTP/1.1\r\nHost: x\r\nX: \(String(repeating: "a", count: 3_000))\r\n\r\n")
            #expect(try fine.read().status == 200)
            let socket = try TestSocket(port: listener.port)
            socket.write(beginning)
            for number in 0..<5 { socket.write("X-\(number): \(String(repeating: "a", count: 1_000))\r\n") }
            #expect(socket.isClosed())
        }
    }

    @Test("attack 31: a connection is closed if its first byte does not arrive in time")
    func firstByte() async throws {
        try await TestPeer.with(TestPeer.limits(.lasting().with(\.firstByte, .milliseconds(50)))) { listener in
            let socket = try TestSocket(port: listener.port)
            #expect(socket.isClosed())
        }
    }

    @Test("attack 31: a connection is closed if a head arrives too slowly, be it the first one or a later one")
    func dripping() async throws {
        try await TestPeer.with(TestPeer.limits(.lasting().with(\.head, .milliseconds(150)))) { listener in
            for isFirst in [true, false] {
                let socket = try TestSocket(port: listener.port)
                if !isFirst {
                    socket.write(Self.request)
                    #expect(try socket.read().status == 200)
                }
                socket.write("GET /1 HTTP/1.1\r\nX: ")
                let end = ContinuousClock.now + TestDeadline.time
                while ContinuousClock.now < end, !socket.isClosed(within: 10) { socket.write("a") }
                #expect(ContinuousClock.now < end)
            }
        }
    }

    @Test(
        "attack 31: a connection that is idle between two requests is closed, and one that waits for its answer is not")
    func idle() async throws {
        try await TestPeer.with(TestPeer.limits(.lasting().with(\.keepAlive, .milliseconds(100)))) { listener in
            // On a busy machine the limit may pass before the first request arrives.
            func answered(_ requests: String) throws -> TestSocket {
                let end = ContinuousClock.now + TestDeadline.time
                while true {
                    let socket = try TestSocket(port: listener.port)
                    socket.write(requests)
                    if (try? socket.read().status) == 200 { return socket }
                    try #require(ContinuousClock.now < end)
                }
            }
            // The answer to the first request says that the second is there too.
            let waiting = try answered(Self.request + "GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
            let idle = try answered(Self.request)
            #expect(idle.isClosed())
            #expect(!waiting.isClosed(within: 200))
        }
    }

    @Test("attack 80: a client of a trusted proxy has at most as many requests at once as an address has connections")
    func proxiedClient() async throws {
        var limits = TestPeer.limits(.lasting(inAll: 20, perAddress: 3))
        limits.proxies = try TrustedProxies(["127.0.0.0/8"])
        try await TestPeer.with(limits) { listener in
            func request(_ path: String, of client: String) -> String {
                "GET /\(path) HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: \(client)\r\n\r\n"
            }
            let waiting = try (0..<3).map { _ in
                let socket = try TestSocket(port: listener.port)
                socket.write(request("wait", of: "192.0.2.1"))
                return socket
            }
            while listener.ground.underWay.count(of: "192.0.2.1") < 3 { sched_yield() }
            let refused = try TestSocket(port: listener.port)
            refused.write(request("1", of: "192.0.2.1"))
            let answer = try refused.read()
            #expect(answer.status == 503 && answer.headers["retry-after"] == "5" && refused.isClosed())
            let stranger = try TestSocket(port: listener.port)
            stranger.write(request("1", of: "192.0.2.2"))
            #expect(try stranger.read().status == 200)
            for socket in waiting { #expect(!socket.isClosed(within: 20)) }
            while listener.ground.underWay.count(of: "192.0.2.2") > 0 { sched_yield() }
        }
    }

    @Test(
        "attack 80: clients who contradict their proxy share one limit, and the other clients keep theirs",
        arguments: [
            ("Forwarded", "for=198.51.100.9"), ("X-Real-IP", "198.51.100.9"), ("X-Forwarded-For", "junk"),
        ])
    func contradictory(name: String, value: String) async throws {
        var limits = TestPeer.limits(.lasting(inAll: 20, perAddress: 3))
        limits.proxies = try TrustedProxies(["127.0.0.0/8"])
        try await TestPeer.with(limits) { listener in
            func request(_ path: String, of client: String, _ more: String = "") -> String {
                "GET /\(path) HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: \(client)\r\n\(more)\r\n"
            }
            // Each says that it is somebody else, and none is believed.
            let waiting = try (0..<3).map { number in
                let socket = try TestSocket(port: listener.port)
                socket.write(request("wait", of: "192.0.2.\(number)", "\(name): \(value)\r\n"))
                return socket
            }
            while listener.ground.underWay.count(of: "127.0.0.1") < 3 { sched_yield() }
            let refused = try TestSocket(port: listener.port)
            refused.write(request("1", of: "192.0.2.77", "\(name): \(value)\r\n"))
            #expect(try refused.read().status == 503)
            let stranger = try TestSocket(port: listener.port)
            stranger.write(request("1", of: "192.0.2.1"))
            #expect(try stranger.read().status == 200)
            for socket in waiting { #expect(!socket.isClosed(within: 20)) }
        }
    }

    @Test("a trusted proxy may use all connections")
    func proxy() async throws {
        var limits = TestPeer.limits(.lasting(inAll: 10))
        limits.proxies = try TrustedProxies(["127.0.0.0/8"])
        try await TestPeer.with(limits) { listener in
            let sockets = try (0..<10).map { _ in try TestSocket(port: listener.port) }
            for socket in sockets {
                socket.write(Self.request)
                #expect(try socket.read().status == 200)
            }
        }
    }
}
