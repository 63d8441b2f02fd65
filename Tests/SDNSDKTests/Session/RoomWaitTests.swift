import HeraldJSON
import HeraldLocks
import SDNSDK
import TestSupport
import Testing

@testable import SDNSession

@Suite("Calls that wait until a sync shows a membership", .timeLimit(.minutes(10)))
struct RoomWaitTests {
    private static let roomId = "!late:node.example"

    /// A call that waits until the user has joined the room.
    private struct Wait {
        let waiters: RoomWaiters
        let task: Task<Void, any Error>

        /// Returns when the call waits.
        init(_ clock: RetryClock) async throws {
            let (waiters, begun) = (RoomWaiters(clock: clock), OneShot<Void>())
            waiters.runBegins()
            // This sync begins before the call.
            let early = waiters.syncBegins()
            task = Task {
                // The membership is looked up when the call is already among the waiting ones.
                let now: @Sendable () -> MXMembership? = {
                    begun.fulfil(.success(()))
                    return nil
                }
                try await waiters.wait(forRoom: RoomWaitTests.roomId, now: now, until: { $0 == .join })
            }
            try await begun.value()
            waiters.syncEnded(early, leaving: [RoomWaitTests.roomId])
            self.waiters = waiters
        }

        /// A sync that begins and ends without the room.
        func syncWithoutRoom() { waiters.syncEnded(waiters.syncBegins(), leaving: []) }
    }

    @Test("a call goes on waiting when the first sync after it lacks the room, and returns when a later one has it")
    func laterSync() async throws {
        let clock = HeldClock()
        let wait = try await Wait(clock.retryClock)
        wait.syncWithoutRoom()
        #expect(try await clock.asleep() == RoomWaiters.timeout)
        wait.syncWithoutRoom()
        wait.waiters.check { $0 == Self.roomId ? .join : nil }
        try await wait.task.value
    }

    @Test("a call fails 30 seconds after the node's answer if no sync has had the room")
    func timeout() async throws {
        let clock = ManualClock()
        let wait = try await Wait(clock.retryClock)
        clock.advance(.seconds(12))
        wait.syncWithoutRoom()
        #expect((await failure { try await wait.task.value } as? SDNSDKError)?.code == .unknownRoom)
        #expect(clock.sleeps == [.seconds(18)])
    }

    @Test("a call does not wait for a further sync if the first one after it took longer than 30 seconds")
    func slowSync() async throws {
        let clock = ManualClock()
        let wait = try await Wait(clock.retryClock)
        clock.advance(.seconds(31))
        wait.syncWithoutRoom()
        #expect((await failure { try await wait.task.value } as? SDNSDKError)?.code == .unknownRoom)
        #expect(clock.sleeps.isEmpty)
    }

    /// A session whose user joins the room. The syncs after the start bring nothing until the test names a section for the room.
    private func join(_ section: String, after begin: (HeldClock) async throws -> Void) async throws -> MXRoom {
        let (clock, node) = (HeldClock(), AnsweringNode())
        let named = Mutex<String?>(nil)
        node.on("/join/") { _, _ in (200, ["room_id": .string(Self.roomId)]) }
        node.on("/sync") { _, count in
            guard count > 1 else { return (200, AnsweringNode.oneRoom) }
            guard let section = named.withLock({ $0 }) else {
                await Task.yield()
                return (200, AnsweringNode.nothing(count))
            }
            let rooms: JSONValue = [section: [Self.roomId: ["timeline": ["events": []]]]]
            return (200, ["next_batch": .string("s\(count)"), "rooms": rooms])
        }
        let session = MXSession.scripted(node, retryClock: clock.retryClock)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let join = Task { try await session.joinRoom(Self.roomId) }
        do {
            try await begin(clock)
            named.withLock { $0 = section }
            let room = try await join.value
            await session.close()
            return room
        } catch {
            await session.close()
            throw error
        }
    }

    @Test("a join returns the room that only a later sync brings, and not the first one after the node's answer")
    func lateRoom() async throws {
        let room = try await join("join") { clock in _ = try await clock.asleep() }
        #expect(room.roomId == Self.roomId && room.summary.membership == .join)
    }

    @Test("a join fails at once when a sync says that the user has left the room")
    func removed() async throws {
        // The clock's sleepers never wake up, so the call does not fail because of the time.
        let error = await failure { try await join("leave") { clock in _ = try await clock.asleep() } }
        #expect((error as? SDNSDKError)?.code == .unknownRoom)
    }
}
