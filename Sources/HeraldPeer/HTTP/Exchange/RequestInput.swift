import DequeModule
import NIOCore
import Synchronization

/// The body of a request, between the event loop that receives it and the task that reads it.
package final class RequestInput: Sendable {
    private enum End {
        case complete
        case failed(any Error)
    }

    private struct State {
        var parts = Deque<ByteBuffer>()
        /// `nil` while the body is arriving.
        var end: End?
        var reader: CheckedContinuation<ByteBuffer?, any Error>?
        /// True while the connection is not read because of this body.
        var isHeld = false

        /// Returns the next part, or the end; `nil` if the body's task has to wait.
        mutating func next() -> Result<ByteBuffer?, any Error>? {
            if let part = parts.popFirst() { return .success(part) }
            return switch end {
            case nil: nil
            case .complete: .success(nil)
            case .failed(let error): .failure(error)
            }
        }
    }

    /// The number of parts from which the connection is not read, and the number from which it is read again.
    private static let most = 10, fewest = 2

    private let state = Mutex(State())
    private let readOn: @Sendable () -> Void

    /// Creates the input of a body that has not arrived.
    /// - Parameter readOn: called when a connection that ``isFull()`` held back may be read again.
    init(readOn: @escaping @Sendable () -> Void) { self.readOn = readOn }

    /// Creates an empty body; for tests.
    package convenience init() {
        self.init {}
        finish()
    }

    /// Returns the next part, or `nil` at the end. Only one task may read.
    /// - Throws: the error that ended the body, and `CancellationError`.
    package func next() async throws -> ByteBuffer? {
        let (ready, isFree) = state.withLock { state in
            let ready = state.next()
            let isFree = state.isHeld && state.parts.count <= Self.fewest
            if isFree { state.isHeld = false }
            return (ready, isFree)
        }
        if isFree { readOn() }
        if let ready { return try ready.get() }
        return try await wait()
    }

    private func wait() async throws -> ByteBuffer? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { reader in
                let ready = state.withLock { state -> Result<ByteBuffer?, any Error>? in
                    if let ready = state.next() { return ready }
                    // The handler below finds no reader if the task was cancelled before.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    state.reader = reader
                    return nil
                }
                if let ready { reader.resume(with: ready) }
            }
        } onCancel: {
            takeReader()?.resume(throwing: CancellationError())
        }
    }

    private func takeReader() -> CheckedContinuation<ByteBuffer?, any Error>? {
        state.withLock { $0.reader.take() }
    }

    // MARK: The event loop's side

    /// Adds a part. A part of a body that has ended is dropped.
    func add(_ part: ByteBuffer) {
        let reader = state.withLock { state -> CheckedContinuation<ByteBuffer?, any Error>? in
            guard state.end == nil else { return nil }
            guard let reader = state.reader.take() else {
                state.parts.append(part)
                return nil
            }
            return reader
        }
        reader?.resume(returning: part)
    }

    /// Ends a body that is complete.
    func finish() { end(.complete)?.resume(returning: nil) }

    /// Ends a body of which nothing more arrives.
    func fail(_ error: any Error) { end(.failed(error))?.resume(throwing: error) }

    /// Ends a body that nothing reads any more, and drops what has arrived.
    func drop() {
        state.withLock { state in
            state.end = .complete
            state.parts = []
            state.isHeld = false
        }
    }

    private func end(_ end: End) -> CheckedContinuation<ByteBuffer?, any Error>? {
        state.withLock { state in
            if state.end == nil { state.end = end }
            return state.reader.take()
        }
    }

    /// Returns true if so many parts wait that the connection should not be read now.
    func isFull() -> Bool {
        state.withLock { state in
            guard state.end == nil, state.parts.count >= Self.most else { return false }
            state.isHeld = true
            return true
        }
    }
}
