import Synchronization

/// The upload progress that was reported for one message. It does not fall when files are sent again.
final class UploadBar: Sendable {
    private let fraction = Mutex<Double?>(nil)

    /// Returns true when this is more than everything reported before.
    func rises(to next: Double) -> Bool {
        fraction.withLock { fraction in
            if let fraction, next <= fraction { return false }
            fraction = next
            return true
        }
    }
}
