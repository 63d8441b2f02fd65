import Foundation
import TestSupport
import Testing
@testable import HeraldPeer

@Suite("Answers that are sent while they are built", .timeLimit(.minutes(10)))
struct StreamedAnswerTests {
    /// More than the system takes for a socket: 32 MiB.
    private static let parts = 256

    private static func ask(_ port: Int, _ path: String) throws -> TestSocket {
        let socket = try TestSocket(port: port, receiveBuffer: 32 << 10)
        socket.write("GET /\(path) HTTP/1.1\r\nHost: x\r\n\r\n")
        return socket
    }

    /// All that comes until the other side closes or the body ends.
    private static func all(_ socket: TestSocket) throws -> [UInt8] {
        var got: [UInt8] = []
        while !got.suffix(5).elementsEqual("0\r\n\r\n".utf8) {
            guard let more = try? socket.bytes(1 << 20) else { break }
            got += more
        }
        return got
    }

    @Test(
        "attack 3: an answer is built only as far as its client reads, holds one part, and ends after the read timeout"
    )
    func unread() async throws {
        let
            limits = HTTPListener.Limits(
                answers: AnswerLimits(readTimeout: .milliseconds(200)), bodyDeadline: .seconds(30)),
            built = Tally()
        try await TestPeer.with(limits, built: built) { listener in
            let socket = try Self.ask(listener.port, "parts/\(Self.parts)")
            var most = 0
            while built.count == 0 { usleep(500) }
            while listener.ground.connections.count > 0 {
                most = max(most, listener.ground.answers.held)
                usleep(500)
            }
            #expect(most > 0 && most <= 1 << 20)
            #expect(built.count < Self.parts / 2)
            // A task gives the room back, and it may run after the connection has ended.
            while listener.ground.answers.held > 0 { usleep(500) }
            #expect(socket.isClosed())
        }
    }

    @Test("attack 3: a client that reads slowly gets every part")
    func slow() async throws {
        let
            limits = HTTPListener.Limits(
                answers: AnswerLimits(readTimeout: .milliseconds(400)), bodyDeadline: .seconds(30)),
            built = Tally()
        try await TestPeer.with(limits, built: built) { listener in
            let socket = try Self.ask(listener.port, "parts/64")
            var got = 0, most = 0
            while got < 64 * ResponseBudget.partSize {
                got += try socket.take(256 << 10)
                most = max(most, listener.ground.answers.held)
                usleep(1_000)
            }
            #expect(built.count == 64)
            #expect(most <= 1 << 20)
        }
    }

    @Test("attack 3: an answer that fails halfway ends without the final chunk")
    func torn() async throws {
        try await TestPeer.with { listener in
            let whole = try Self.all(Self.ask(listener.port, "parts/3")),
                torn = try Self.all(Self.ask(listener.port, "torn/3"))
            #expect(whole.suffix(5).elementsEqual("0\r\n\r\n".utf8))
            #expect(torn.count > ResponseBudget.partSize && !torn.suffix(5).elementsEqual("0\r\n\r\n".utf8))
        }
    }

    @Test(
        "attack 3: an answer counts against its address's limit, and one over the limit is refused before it begins"
    )
    func share() async throws {
        let limits = HTTPListener.Limits(
            answers: AnswerLimits(perAddress: ResponseBudget.streamed * 3 / 2, readTimeout: .seconds(600)),
            bodyDeadline: .seconds(30))
        try await TestPeer.with(limits) { listener in
            let open = try Self.ask(listener.port, "parts/\(Self.parts)")
            #expect(try open.take(1) == 1)
            let refused = try Self.ask(listener.port, "parts/\(Self.parts)").read()
            #expect(refused.status == 503)
        }
    }

    @Test("an answer that has begun waits for its turn and is not refused")
    func turns() async throws {
        let turns = BuildTurns(limits: AnswerLimits(buildsAtOnce: 1, buildsPerAddress: 1, waitingPerAddress: 0))
        try await turns.take("a", isBegun: true) {
            let next = Task { try await turns.take("a", isBegun: true) { true } }
            while turns.waiting == 0 { await Task.yield() }
            await #expect(throws: BuildTurns.Full.self) { try await turns.take("a") { false } }
            next.cancel()
        }
    }
}
