import Dispatch
import Foundation
import Synchronization

/// Ends the demonstration if a step takes too long, or if a signal stops it. In both cases it makes sure that the program exits and that no
/// server process remains.
final class Watchdog: Sendable {
    private struct State {
        var work: Task<Int, any Error>?
        var timer: Task<Void, Never>?
        var reason: String?
    }
    private let state = Mutex(State())
    private let limit: Duration

    /// Creates a watchdog.
    /// - Parameter limit: the longest time that one step may take.
    init(limit: Duration) { self.limit = limit }

    /// Runs the work. SIGINT, SIGTERM and SIGHUP end it.
    /// - Returns: the result of the work.
    func watch(_ work: @escaping @Sendable () async throws -> Int) async throws -> Int {
        // SIGHUP comes when the terminal is closed. The servers survive it, so they are ended here.
        let sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { self.end("It was told to stop.") }
            source.resume()
            return source
        }
        defer { for source in sources { source.cancel() } }
        let task = Task { try await work() }
        state.withLock { $0.work = task }
        return try await task.value
    }

    /// Begins to measure the time of a step.
    func stepBegins() {
        let timer = Task {
            // The task is cancelled if the step ends in time.
            guard (try? await Task.sleep(for: limit)) != nil else { return }
            self.end("It took longer than \(limit).")
        }
        state.withLock { state in
            state.timer?.cancel()
            state.timer = timer
        }
    }

    func stepEnded() {
        state.withLock { state in
            state.timer?.cancel()
            state.timer = nil
        }
    }

    /// The reason why the work was ended, or `nil` if it was not ended.
    var reason: String? { state.withLock { $0.reason } }

    private func end(_ reason: String) {
        let work = state.withLock { state in
            state.reason = state.reason ?? reason
            return state.work
        }
        work?.cancel()
    }
}
