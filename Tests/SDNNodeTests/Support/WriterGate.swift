import Dispatch
import GRDB
import HeraldPeer
import Synchronization

/// Holds a writer, so that a test decides what waits for it.
final class WriterGate: Sendable {
    private let open = DispatchSemaphore(value: 0)
    private let isReached = Mutex(false)

    /// Returns when the writer stands still.
    init(_ write: @escaping @Sendable (@escaping @Sendable (Database) throws -> Void) async throws -> Void) async {
        Task { try await write { _ in self.pass() } }
        while !isReached.withLock(\.self) { try? await Task.sleep(for: .milliseconds(2)) }
    }

    private func pass() {
        isReached.withLock { $0 = true }
        open.wait()
    }

    func release() { open.signal() }

    /// Returns when so many writes wait.
    static func wait(for count: Int, _ counters: () -> GroupCommitWriter.Counters) async {
        while counters().waiting < count { try? await Task.sleep(for: .milliseconds(2)) }
    }
}
