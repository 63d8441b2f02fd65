import MYKEYWalletLib
import Synchronization

/// Notes what is opened and leaves the answers to the test.
final class RecordingOpener: URLOpening {
    private let schemes: Set<String>
    private let opens: Bool
    private let state = Mutex<(urls: [String], waiting: [(Int, CheckedContinuation<Void, Never>)])>(([], []))

    init(schemes: Set<String> = ["mykey", "simplewallet"], opens: Bool = true) {
        self.schemes = schemes
        self.opens = opens
    }

    var urls: [String] { state.withLock { $0.urls } }

    func canOpen(scheme: String) async -> Bool { schemes.contains(scheme) }

    func open(_ url: String) async -> Bool {
        state.withLock { $0.urls.append(url) }
        wake()
        return opens
    }

    /// The URLs, when there are that many.
    func urls(count: Int) async -> [String] {
        await withCheckedContinuation { continuation in
            state.withLock { $0.waiting.append((count, continuation)) }
            wake()
        }
        return urls
    }

    private func wake() {
        let ready = state.withLock { state in
            let ready = state.waiting.filter { $0.0 <= state.urls.count }
            state.waiting.removeAll { $0.0 <= state.urls.count }
            return ready
        }
        for (_, continuation) in ready { continuation.resume() }
    }
}
