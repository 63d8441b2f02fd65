import Foundation
import Testing
@testable import HeraldPeer

@Suite("Answers that clients do not read", .timeLimit(.minutes(10)))
struct UnreadAnswerTests {
    /// More than the system takes for a socket.
    private static let large = 24 << 20

    private static func ask(_ port: Int, _ bytes: Int) throws -> TestSocket {
        let socket = try TestSocket(port: port, receiveBuffer: 32 << 10)
        socket.write("GET /\(bytes) HTTP/1.1\r\nHost: x\r\n\r\n")
        return socket
    }

    @Test("attack 3: the connection of a client that does not read is closed, and the unread bytes are freed")
    func unread() async throws {
        let limits = HTTPListener.Limits(
            answers: AnswerLimits(readTimeout: .milliseconds(200)), bodyDeadline: .seconds(30))
        try await TestPeer.with(limits) { listener in
            let socket = try Self.ask(listener.port, Self.large)
            // The first byte says that the answer is written; how much is held then is gone before a slow machine looks.
            var got = try socket.take(1)
            while listener.ground.answers.held > 0 { usleep(1_000) }
            while let more = try? socket.take(1 << 20) { got += more }
            #expect(got < Self.large)
        }
    }

    @Test("attack 3: a client that keeps reading gets the whole answer, however slowly")
    func slow() async throws {
        let limits = HTTPListener.Limits(answers: AnswerLimits(readTimeout: .seconds(1)), bodyDeadline: .seconds(30))
        try await TestPeer.with(limits) { listener in
            let socket = try Self.ask(listener.port, Self.large)
            var got = 0
            while got < Self.large {
                got += try socket.take(1 << 20)
                if got < 8 << 20 { usleep(10_000) }
            }
            #expect(got >= Self.large)
        }
    }

    @Test("a client that reads for longer than the idle timeout gets the whole answer")
    func longerThanIdle() async throws {
        let limits = HTTPListener.Limits(
            connections: ConnectionLimits(keepAlive: .seconds(1)), bodyDeadline: .seconds(30))
        try await TestPeer.with(limits) { listener in
            let socket = try Self.ask(listener.port, Self.large)
            var got = 0
            while got < Self.large {
                got += try socket.take(256 << 10)
                if got < 8 << 20 { usleep(10_000) }
            }
            #expect(got >= Self.large)
        }
    }

    @Test(
        "attack 3: unread answers of an address have a limit; a large one over it is refused, and a short one is not"
    )
    func share() async throws {
        let limits = HTTPListener.Limits(
            answers: AnswerLimits(perAddress: 40 << 20, readTimeout: .seconds(600)), bodyDeadline: .seconds(30))
        try await TestPeer.with(limits) { listener in
            let first = try Self.ask(listener.port, Self.large)
            #expect(try first.take(1) == 1)
            #expect(try Self.ask(listener.port, Self.large).read().status == 503)
            #expect(try Self.ask(listener.port, 1_000).read().status == 200)
            #expect(listener.ground.answers.held <= 40 << 20)
        }
    }

    @Test("attack 3: a limited number of large answers is built at once, in fair turns, and few of one address wait")
    func turns() async throws {
        let turns = BuildTurns(limits: AnswerLimits(buildsAtOnce: 2, buildsPerAddress: 1, waitingPerAddress: 1))
        let (held, hold) = AsyncStream<Void>.makeStream()
        try await withThrowingTaskGroup(of: String.self) { group in
            let (begun, begin) = AsyncStream<Void>.makeStream()
            group.addTask {
                try await turns.take("hostile") {
                    begin.finish()
                    for await _ in held {}
                    return "hostile 1"
                }
            }
            for await _ in begun {}
            group.addTask { try await turns.take("hostile") { "hostile 2" } }
            // Somebody else is not kept waiting.
            let stranger = try await turns.take("stranger") { "stranger" }
            #expect(stranger == "stranger")
            while turns.waiting == 0 { await Task.yield() }
            await #expect(throws: BuildTurns.Full.self) { try await turns.take("hostile") { "hostile 3" } }
            hold.finish()
            let done = try await group.reduce(into: []) { $0.append($1) }
            #expect(done.sorted() == ["hostile 1", "hostile 2"])
        }
        #expect(turns.waiting == 0)
    }

    @Test("a client that stops waiting for a turn leaves the queue")
    func cancelled() async throws {
        let turns = BuildTurns(limits: AnswerLimits(buildsAtOnce: 1, buildsPerAddress: 1))
        try await turns.take("a") {
            let waiting = Task { try await turns.take("b") { true } }
            while turns.waiting == 0 { await Task.yield() }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            #expect(turns.waiting == 0)
        }
        let isFree = try await turns.take("b") { true }
        #expect(isFree)
    }

    @Test("cancelled clients pass their turn to the next one, even if thousands cancel at once")
    func cancelledTogether() async throws {
        let turns = BuildTurns(limits: AnswerLimits(buildsAtOnce: 1, buildsPerAddress: 1))
        let waiting = try await turns.take("a") {
            let tasks = (0..<2_000).map { _ in Task { try await turns.take("b", isBegun: true) { true } } }
            while turns.waiting < tasks.count { await Task.yield() }
            for task in tasks.dropLast() { task.cancel() }
            return tasks
        }
        for task in waiting.dropLast() { await #expect(throws: CancellationError.self) { try await task.value } }
        #expect(try await waiting.last?.value == true)
        #expect(turns.waiting == 0)
    }
}
