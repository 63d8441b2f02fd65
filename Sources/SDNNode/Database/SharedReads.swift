import Dispatch
import GRDB
import HeraldLocks
import HeraldPeer
import Synchronization

/// Runs the reads of incremental syncs. A message to a large room wakes hundreds of them at once, and most of what they read is the same. Reads that wait
/// at the same time therefore share a snapshot and what was read from it. A read that need not wait has a snapshot of its own.
///
/// Each read is a turn of its own: the next one is that of the client and address with the fewest reads in progress, as in ``ReadTurns``. A slow read
/// delays only the reads of its own client.
final class SharedReads: Sendable {
    /// The snapshot is older than the read's token. The read runs again in a new one.
    struct Outdated: Error {}

    /// The most reads of incremental syncs that run at once. Each session has its own connection to the database.
    static let sessions = 3
    /// The most reads of incremental syncs that run at once for one address.
    static let perAddress = 2
    /// The most reads of incremental syncs that run at once for one user.
    static let perClient = 1
    /// The age at which a snapshot accepts no more reads. While a snapshot is in use, SQLite cannot reuse its log.
    private static let snapshotTime = Duration.milliseconds(10)

    private final class Read: Sendable {
        let client: String
        let address: String
        /// The writes that had ended when the read was requested. Its snapshot must contain them.
        let writes: UInt64
        /// Runs the read. Returns false if it needs a newer snapshot.
        let run: @Sendable (SyncSnapshot) -> Bool
        let fail: @Sendable (any Error) -> Void

        init(
            client: String, address: String, writes: UInt64, run: @escaping @Sendable (SyncSnapshot) -> Bool,
            fail: @escaping @Sendable (any Error) -> Void
        ) {
            (self.client, self.address, self.writes, self.run, self.fail) = (client, address, writes, run, fail)
        }
    }

    private struct State {
        var clients = TurnQueue<String, Read>(atOnce: .max, perKey: SharedReads.perClient)
        var addresses = TurnQueue<String, Read>(
            atOnce: SharedReads.sessions, perKey: SharedReads.perAddress)
        /// The sessions without work.
        var idle = Array(0..<SharedReads.sessions)
        /// True while a read runs on the thread of its request.
        var hasOwn = false
        /// True when no more reads are accepted.
        var isEnded = false
        /// Waits for the last session with work after the end.
        var ending: Waiter<Void>?
    }

    /// The connection of each session. A pool's connections would check the version of the schema before each read, which takes longer than some reads.
    private let connections: [DatabaseQueue]
    private let writes = Atomic<UInt64>(0)
    private let state = Mutex(State())
    private let queues = (0..<SharedReads.sessions).map { DispatchQueue(label: "herald.syncs.\($0)") }

    /// - Parameter connect: opens the connection of a session.
    /// - Throws: the errors of `connect`.
    init(_ connect: () throws -> DatabaseQueue) rethrows {
        connections = try (0..<Self.sessions).map { _ in try connect() }
    }

    /// The number of writes that have ended.
    var writesEnded: UInt64 { writes.load(ordering: .acquiring) }

    /// Records that a write has ended. Reads that are requested from now on see it. It must be called before anyone learns of the write.
    func noteWrite() { writes.wrappingAdd(1, ordering: .acquiringAndReleasing) }

    /// Reads a snapshot that contains all writes that have ended.
    /// - Parameters:
    ///   - client: the user or, without one, the address.
    ///   - address: the address under which limits count the client.
    /// - Throws: errors of `body` and of the database, and `CancellationError` if the task is cancelled first.
    func read<T: Sendable>(
        _ client: String, from address: String, _ body: @escaping @Sendable (SyncSnapshot) throws -> T
    ) async throws -> T {
        let waiter = Waiter<Result<T, any Error>>()
        add(
            Read(
                client: client, address: address, writes: writesEnded,
                run: { snapshot in
                    // The task was cancelled while the read waited.
                    if waiter.isOver { return true }
                    do {
                        waiter.resume(returning: .success(try body(snapshot)))
                    } catch is Outdated where !snapshot.isNew {
                        return false
                    } catch {
                        waiter.resume(returning: .failure(error))
                    }
                    return true
                }, fail: { waiter.resume(returning: .failure($0)) }))
        return try await waiter.wait(orWhenCancelled: .failure(CancellationError())).get()
    }

    /// Refuses further reads, waits until no read runs or waits, and closes the connections. A read whose task was cancelled may run after its task has
    /// ended, so waiting for the tasks is not enough.
    func end() async {
        let waiter = state.withLock { state -> Waiter<Void>? in
            state.isEnded = true
            guard state.idle.count < Self.sessions else { return nil }
            let waiter = state.ending ?? Waiter<Void>()
            state.ending = waiter
            return waiter
        }
        await waiter?.wait()
        for connection in connections { try? connection.close() }
    }

    /// Frees the pages and the compiled statements of the connections.
    func dropCaches() {
        for connection in connections {
            connection.asyncWriteWithoutTransaction { db in db.releaseMemory() }
        }
    }

    private func add(_ read: Read) {
        // The threads of requests may block, those of Swift's pool must not. Long reads must not hold most of the threads, so only one read at a time
        // runs on such a thread.
        let mayBlock = ProcessorShares.hasCurrentThread
        let (begun, isOwn) = state.withLock { state -> ([(session: Int, read: Read)]?, Bool) in
            guard !state.isEnded else { return (nil, false) }
            _ = state.clients.append(read, of: read.client)
            let begun = Self.begin(&state), isOwn = mayBlock && !state.hasOwn && begun.contains { $0.read === read }
            if isOwn { state.hasOwn = true }
            return (begun, isOwn)
        }
        if let begun { return start(begun, own: isOwn ? read : nil) }
        read.fail(NodeError(.stopped, field: "database", reason: "the node stopped before this read"))
    }

    /// Begins the turns for which there are sessions without work.
    private static func begin(_ state: inout State) -> [(session: Int, read: Read)] {
        while let (_, read) = state.clients.begin() { _ = state.addresses.append(read, of: read.address) }
        var begun: [(session: Int, read: Read)] = []
        while let session = state.idle.last, let (_, read) = state.addresses.begin() {
            state.idle.removeLast()
            begun.append((session, read))
        }
        return begun
    }

    /// Starts the turns that have begun.
    /// - Parameter own: the one that runs on the calling thread, because a change of threads can take longer than the read.
    private func start(_ begun: [(session: Int, read: Read)], own: Read? = nil) {
        for (session, read) in begun where read !== own { workOnQueue(session, read) }
        for (session, read) in begun where read === own {
            do {
                // The snapshot is new, so it contains the writes that the read needs.
                try snapshot(session) { _ = read.run($0) }
            } catch {
                read.fail(error)
            }
            state.withLock { $0.hasOwn = false }
            if let next = next(after: read, session) { workOnQueue(session, next) }
        }
    }

    private func workOnQueue(_ session: Int, _ read: Read) { queues[session].async { self.work(session, read) } }

    private func snapshot(_ session: Int, _ body: (SyncSnapshot) -> Void) throws {
        // It isolates the reads as `read` would, but compiles no statements for that.
        try connections[session].unsafeRead { db in try db.inCachedSnapshot { body(SyncSnapshot(db)) } }
    }

    /// Ends a read and begins the session's next one. Returns `nil` if there is none; the session is then without work.
    private func next(after read: Read, _ session: Int) -> Read? {
        let (next, begun, ending) = state.withLock { state -> (Read?, [(session: Int, read: Read)], Waiter<Void>?) in
            state.addresses.end(read.address)
            state.clients.end(read.client)
            while let (_, read) = state.clients.begin() { _ = state.addresses.append(read, of: read.address) }
            let next = state.addresses.begin()?.element
            // The connection runs the session's next read only after this snapshot has ended.
            if next == nil { state.idle.append(session) }
            let begun = next == nil ? Self.begin(&state) : []
            return (next, begun, state.idle.count == Self.sessions ? state.ending : nil)
        }
        start(begun)
        ending?.resume()
        return next
    }

    private func work(_ session: Int, _ first: Read) {
        PoliteThread.stepBack(by: ReadTurns.niceness)
        var current: Read? = first
        while current != nil {
            let writes = writesEnded
            do {
                try snapshot(session) { snapshot in
                    let end = ContinuousClock.now + Self.snapshotTime
                    while let read = current, read.writes <= writes, read.run(snapshot) {
                        snapshot.isNew = false
                        current = next(after: read, session)
                        if ContinuousClock.now >= end { return }
                    }
                }
            } catch {
                guard let failed = current else { return }
                failed.fail(error)
                current = next(after: failed, session)
            }
        }
    }
}
