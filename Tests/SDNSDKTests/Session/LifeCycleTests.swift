import Foundation
import HeraldJSON
import HeraldLocks
import SDNSDK
import TestSupport
import Testing

@Suite("Pausing, closing and failing at awkward moments", .timeLimit(.minutes(10)))
struct LifeCycleTests {
    @Test(
        "a pause between the start and its first request stops the syncing, and a resumed session has one sync at a time"
    )
    func pauseDuringStart() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        let isFirst = Mutex(true)
        let token = NotificationCenter.default.addObserver(
            forName: kMXSessionStateDidChangeNotification, object: session, queue: nil
        ) { [weak session] _ in
            guard let session, session.state == .syncInProgress,
                isFirst.withLock({ first in
                    defer { first = false }; return first
                })
            else { return }
            let done = DispatchSemaphore(value: 0)
            Task.detached {
                await session.pause()
                done.signal()
            }
            done.wait()
        }
        #expect(await failure { try await session.start() } != nil)
        NotificationCenter.default.removeObserver(token)
        #expect(session.state == .paused && node.requests("/sync").isEmpty)
        try await session.resume()
        #expect(session.state == .running)
        await session.close()
        #expect(node.state.withLock { $0.syncsUnderWay } == 0)
    }

    @Test("a start in progress fails with `closed` when the session is closed")
    func closeDuringStart() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        node.hold("/sync")
        let start = Task { try await session.start() }
        await node.until { $0.requests.contains { $0.url.path.hasSuffix("/sync") } }
        await session.close()
        #expect((await failure { try await start.value } as? SDNSDKError)?.code == .closed)
        #expect((await failure { try await session.store.read { try $0.rooms() } } as? SDNSDKError)?.code == .closed)
    }

    @Test("a join that no sync shows fails instead of waiting for ever")
    func joinThatDoesNotCome() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.start()
        node.fail("/join", .answer(200, ["room_id": "!gone:node.example"]))
        let error = Mutex<(any Error)?>(nil)
        let join = Task {
            let thrown = await failure { try await session.joinRoom("!gone:node.example") }
            error.withLock { $0 = thrown }
        }
        var updates = Updates(session.updates())
        while error.withLock({ $0 == nil }) {
            node.say("a sync")
            _ = try await updates.first { if case .synced = $0 { true } else { nil } }
        }
        await join.value
        #expect(error.withLock { $0 as? SDNSDKError }?.code == .unknownRoom)
        await session.close()
    }

    @Test("a call that waits for a sync fails when the syncing ends")
    func syncingEndsWaits() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.start()
        node.fail("/join", .answer(200, ["room_id": "!gone:node.example"]))
        node.fail("/sync", .answer(401, ["errcode": "M_UNKNOWN_TOKEN", "error": "gone"]))
        let join = Task { try await session.joinRoom("!gone:node.example") }
        await node.until { $0.requests.contains { $0.url.path.contains("/join") } }
        node.say("wakes the sync up")
        #expect((await failure { try await join.value } as? SDNSDKError)?.code == .notStarted)
        await session.close()
    }

    @Test("an error of the store is reported as such, and not as an unreachable node")
    func storeError() async throws {
        let node = ScriptedNode()
        let store = InterceptedStore(MXMemoryStore())
        let session = MXSession.scripted(node)
        try await session.setStore(store)
        try await session.start()
        var updates = Updates(session.updates())
        let isFull = Mutex(true)
        store.beforeCommit {
            if isFull.withLock({ $0 }) { throw SDNSDKError(.storeFailed, reason: "the disk is full") }
        }
        node.say("too much")
        let states = Mutex<[MXSessionState]>([])
        _ = try await updates.first { update -> Bool? in
            guard case .state(let state) = update else { return nil }
            states.withLock { $0.append(state) }
            if state == .syncError {
                #expect(session.storeError?.code == .storeFailed && session.syncError == nil)
                isFull.withLock { $0 = false }
            }
            return state == .running ? true : nil
        }
        #expect(states.withLock { $0 } == [.syncError, .running] && session.storeError == nil)
        await session.close()
    }

    @Test("a wait that the node asks for is limited to ten minutes")
    func endlessPause() async throws {
        let node = ScriptedNode()
        let clock = ManualClock()
        let session = MXSession.scripted(node, clock: clock)
        try await session.start()
        var updates = Updates(session.updates())
        await node.until { $0.requests.last?.url.query?.contains("timeout=30000") ?? false }
        node.fail(
            "/sync", .answer(429, ["errcode": "M_LIMIT_EXCEEDED", "error": "slow down", "retry_after_ms": .int(.max)]))
        node.say("one")
        _ = try await updates.first { if case .state(.syncError) = $0 { true } else { nil } }
        node.say("two")
        _ = try await updates.first { if case .state(.running) = $0 { true } else { nil } }
        #expect(clock.sleeps == [.seconds(600)])
        await session.close()
    }
}
