import HeraldJSON
import HeraldLocks
import SDNSDK
import TestSupport
import Testing

@Suite("Cancelled starts, and closing", .timeLimit(.minutes(10)))
struct StartAndCloseTests {
    @Test("a cancelled start stops syncing, and the session can be started again", arguments: [true, false])
    func cancelledStart(waits: Bool) async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        node.hold("/sync")
        let starting = Task { try await session.start() }
        await node.until { $0.heldAnswers > 0 }
        starting.cancel()
        if waits {
            #expect(await failure { try await starting.value } is CancellationError)
            #expect(session.state == .storeDataReady)
            let syncs = node.requests("/sync").count
            node.say("nobody asks")
            #expect(node.requests("/sync").count == syncs)
        }
        node.hold(nil)
        // Without the wait, the session is started again as soon as the first call was cancelled.
        try await session.start()
        #expect(session.state == .running && session.rooms.count == 1)
        if !waits { #expect(await failure { try await starting.value } is CancellationError) }
        await session.close()
    }

    @Test("a cancelled resume leaves the session paused, and it can be resumed again")
    func cancelledResume() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.start()
        await session.pause()
        node.hold("/sync")
        let resuming = Task { try await session.resume() }
        await node.until { $0.heldAnswers > 0 }
        resuming.cancel()
        #expect(await failure { try await resuming.value } is CancellationError)
        #expect(session.state == .paused)
        node.hold(nil)
        try await session.resume()
        #expect(session.state == .running)
        await session.close()
    }

    @Test("a start of a cancelled task changes nothing")
    func startOfCancelledTask() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        let starting = Task {
            while !Task.isCancelled { await Task.yield() }
            try await session.start()
        }
        starting.cancel()
        #expect(await failure { try await starting.value } is CancellationError)
        #expect(session.state == .initialised && node.requests("/sync").isEmpty)
        try await session.start()
        await session.close()
    }

    @Test("after close, start, setStore, resume, backgroundSync and logout say that the session is closed")
    func afterClose() async throws {
        for isStarted in [true, false] {
            let session = MXSession.scripted(ScriptedNode())
            if isStarted { try await session.start() }
            await session.close()
            #expect((await failure { try await session.start() } as? SDNSDKError)?.code == .closed)
            #expect((await failure { try await session.setStore(MXMemoryStore()) } as? SDNSDKError)?.code == .closed)
            #expect((await failure { try await session.resume() } as? SDNSDKError)?.code == .closed)
            #expect((await failure { try await session.backgroundSync() } as? SDNSDKError)?.code == .closed)
            #expect((await failure { try await session.logout() } as? SDNSDKError)?.code == .closed)
        }
    }

    @Test("every close returns only when the store is released, also in a cancelled task")
    func twoCloses() async throws {
        let store = SlowlyClosingStore()
        let session = MXSession.scripted(ScriptedNode())
        try await session.setStore(store)
        try await session.start()
        final class Returned: Sendable { let count = Mutex(0) }
        let returned = Returned()
        let closes = (0..<3).map { _ in
            Task {
                await session.close()
                returned.count.withLock { $0 += 1 }
            }
        }
        closes[2].cancel()
        try await store.isClosing.value()
        let late = Task {
            await session.close()
            returned.count.withLock { $0 += 1 }
        }
        for _ in 0..<1_000 { await Task.yield() }
        #expect(returned.count.withLock { $0 } == 0)
        store.mayClose.fulfil(.success(()))
        for close in closes + [late] { await close.value }
        #expect(returned.count.withLock { $0 } == 4)
    }
}

/// A store in memory that closes only when a test lets it.
private final class SlowlyClosingStore: MXStore {
    private let inner = MXMemoryStore()
    let isClosing = OneShot<Void>()
    let mayClose = OneShot<Void>()

    var isPermanent: Bool { inner.isPermanent }
    var keepsHistory: Bool { inner.keepsHistory }
    func open(with credentials: MXCredentials) async throws { try await inner.open(with: credentials) }
    func read<T: Sendable>(_ body: @escaping @Sendable (any MXStoreReader) throws -> T) async throws -> T {
        try await inner.read(body)
    }
    func write<T: Sendable>(_ body: @escaping @Sendable (any MXStoreWriter) throws -> T) async throws -> T {
        try await inner.write(body)
    }
    func deleteAllData() async throws { try await inner.deleteAllData() }
    func close() async {
        isClosing.fulfil(.success(()))
        try? await mayClose.value()
        await inner.close()
    }
}
