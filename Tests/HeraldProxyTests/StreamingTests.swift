import Foundation
import HeraldPeer
import TestSupport
import Testing
@testable import HeraldProxy

@Suite("Streams through a proxy", .timeLimit(.minutes(10)))
struct StreamingTests {
    private static let large = 64 << 20
    private static let part = [UInt8](repeating: 0x61, count: 64 << 10)
    /// Behind the limit of 256 KiB there is what one turn of the event loop reads.
    private static let most = 2 << 20

    /// The bodies here wait for slow peers on purpose.
    private static let patient = HTTPListener.Limits(
        bodies: BodyLimits(perAddress: most, inAll: most), answers: AnswerLimits(readTimeout: .seconds(600)),
        bodyDeadline: .seconds(600))

    @Test("a large upload is passed on while it arrives, with little memory")
    func upload() async throws {
        let stub = try StubHomeserver { wire, _ in
            _ = try wire.head()
            try wire.skip(Self.large)
            wire.send(StubHomeserver.answer("ok"))
        }
        try await ProxyFixture.with(stub, limits: Self.patient) { proxy in
            let wire = try proxy.connect()
            wire.send("POST /_matrix/x HTTP/1.1\r\nHost: a\r\nContent-Length: \(Self.large)\r\n\r\n")
            for _ in 0..<(Self.large / Self.part.count) { wire.connection.send(Self.part) }
            #expect(try wire.message().text == "ok")
            #expect(proxy.counts.heldBytes.peak < Self.most)
            #expect(proxy.counts.heldBytes.value == 0)
        }
    }

    @Test("a large download is passed on while it arrives, with little memory")
    func download() async throws {
        let stub = try Self.sender(sent: Tally())
        try await ProxyFixture.with(stub, limits: Self.patient) { proxy in
            let wire = try proxy.connect()
            wire.send(ProxyFixture.request("/_matrix/x"))
            #expect(try wire.head().status == 200)
            try wire.skip(Self.large)
            waitUntil { proxy.counts.requests.value == 0 }
            #expect(proxy.counts.heldBytes.peak < Self.most)
            #expect(proxy.counts.heldBytes.value == 0)
        }
    }

    @Test("a client that does not read stops the homeserver, and gets the whole body when it reads")
    func slowReader() async throws {
        let sent = Tally()
        let stub = try Self.sender(sent: sent)
        try await ProxyFixture.with(stub, limits: Self.patient) { proxy in
            let wire = try proxy.connect()
            wire.send(ProxyFixture.request("/_matrix/x"))
            waitUntil { proxy.counts.heldBytes.value >= ProxyLimits().heldBytes }
            #expect(try wire.head().status == 200)
            #expect(sent.count < Self.large)
            try wire.skip(Self.large)
            #expect(proxy.counts.heldBytes.peak < Self.most)
        }
    }

    @Test("a homeserver that does not read stops the client, and gets the whole body when it reads")
    func slowHomeserver() async throws {
        let gate = Gate(), sent = Tally()
        let stub = try StubHomeserver { wire, _ in
            _ = try wire.head()
            gate.wait()
            try wire.skip(Self.large)
            wire.send(StubHomeserver.answer("ok"))
        }
        try await ProxyFixture.with(stub, limits: Self.patient) { proxy in
            let connection = try LoopbackConnection.connect(to: proxy.proxy.port)
            Thread.detachNewThread {
                connection.send(
                    Array("POST /_matrix/x HTTP/1.1\r\nHost: a\r\nContent-Length: \(Self.large)\r\n\r\n".utf8))
                for _ in 0..<(Self.large / Self.part.count) where connection.send(Self.part) { sent.add() }
            }
            waitUntil { proxy.counts.heldBytes.value >= ProxyLimits().heldBytes }
            #expect(sent.count < Self.large / Self.part.count)
            gate.open()
            #expect(try Wire(connection).message().text == "ok")
            #expect(proxy.counts.heldBytes.peak < Self.most)
        }
    }

    @Test("a part of a response reaches the client before the next one is sent")
    func parts() async throws {
        let gate = Gate()
        let stub = try StubHomeserver { wire, _ in
            _ = try wire.message()
            wire.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc")
            gate.wait()
            wire.send("def")
            _ = wire.isEnded
        }
        try await ProxyFixture.with(stub) { proxy in
            let wire = try proxy.connect()
            wire.send(ProxyFixture.request("/_matrix/x"))
            _ = try wire.head()
            #expect(try wire.bytes(3) == Array("abc".utf8))
            gate.open()
            #expect(try wire.bytes(3) == Array("def".utf8))
        }
    }

    @Test("an answer before the end of the body reaches the client")
    func early() async throws {
        let stub = try StubHomeserver { wire, _ in
            _ = try wire.head()
            wire.send("HTTP/1.1 413 Content Too Large\r\nContent-Length: 3\r\n\r\nbig")
            _ = wire.isEnded
        }
        try await ProxyFixture.with(stub) { proxy in
            let wire = try proxy.connect()
            wire.send("POST /_matrix/x HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000\r\n\r\nabc")
            let answer = try wire.message()
            #expect(answer.head.status == 413)
            #expect(answer.text == "big")
            #expect(answer.head["connection"] == "close")
            waitUntil { proxy.counts.connections.value == 0 }
        }
    }

    private static func sender(sent: Tally) throws -> StubHomeserver {
        try StubHomeserver { wire, _ in
            _ = try wire.message()
            wire.send("HTTP/1.1 200 OK\r\nContent-Length: \(large)\r\n\r\n")
            for _ in 0..<(large / part.count) where wire.connection.send(part) { sent.add(part.count) }
            _ = wire.isEnded
        }
    }
}
