import Dispatch
import Foundation
import GRDB
import Testing
@testable import HeraldPeer

@Suite("The thread of a write")
struct LoneWriteTests {
    private let shares = ProcessorShares(processors: 2)
    private let writer: GroupCommitWriter

    init() throws { writer = GroupCommitWriter(try DatabaseQueue(), shares: shares) }

    /// Returns true if a write runs on the thread of its request.
    private func runsOnOwnThread(isShort: Bool = true) async throws -> Bool {
        try await shares.run(for: "one") {
            let own = Self.thread()
            return try await writer.write(isShort: isShort) { _ in Self.thread() } == own
        }
    }

    private static func thread() -> ObjectIdentifier { ObjectIdentifier(Thread.current) }

    @Test func `a short write without other requests runs on the thread of its request`() async throws {
        for _ in 0..<10 {
            // The thread of an earlier request may still search for work.
            while shares.awake > 0 { await Task.yield() }
            #expect(try await runsOnOwnThread())
        }
        #expect(try await !runsOnOwnThread(isShort: false))
        await writer.idle()
        #expect(writer.counters.commits == 11)
    }

    @Test func `on one processor, a write runs on the thread of the writer, so that others can join it`() async throws {
        let shares = ProcessorShares(processors: 1), writer = GroupCommitWriter(try DatabaseQueue(), shares: shares)
        let isOwn = try await shares.run(for: "one") {
            let own = Self.thread()
            return try await writer.write(isShort: true) { _ in Self.thread() } == own
        }
        #expect(!isOwn)
    }

    @Test func `a write beside another request runs on the thread of the writer`() async throws {
        let begun = DispatchSemaphore(value: 0), over = DispatchSemaphore(value: 0)
        let other = Task(executorPreference: shares.executor(for: "other")) {
            begun.signal()
            over.wait()
        }
        await Task.detached { begun.wait() }.value
        #expect(try await !runsOnOwnThread())
        over.signal()
        await other.value
    }

    @Test func `writes that arrive during a write on a request's thread run on the thread of the writer`() async throws
    {
        let begun = DispatchSemaphore(value: 0), over = DispatchSemaphore(value: 0)
        let writer = writer
        let first = Task(executorPreference: shares.executor(for: "one")) {
            let own = Self.thread()
            return try await writer.write(isShort: true) { _ in
                begun.signal()
                over.wait()
                return Self.thread()
            } == own
        }
        await Task.detached { begun.wait() }.value
        async let second = writer.write { _ in Self.thread() }
        async let third = writer.write { _ in Self.thread() }
        while writer.counters.waiting < 2 { await Task.yield() }
        over.signal()
        #expect(try await first.value)
        #expect(try await second == third)
        await writer.idle()
        #expect(writer.counters.writes == 3)
    }
}
