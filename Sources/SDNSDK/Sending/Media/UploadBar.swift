import Synchronization

/// How far the files of one message have been told to be on the node. It does not fall when they are sent again.
final class UploadBar: Sendable {
    private let fraction = Mutex<Double?>(nil)

    /// Whether this goes further than everything before.
    func rises(to next: Double) -> Bool {
        fraction.withLock { fraction in
            if let fraction, next <= fraction { return false }
            fraction = next
            return true
        }
    }
}
