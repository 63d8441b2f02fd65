import OpenDIDServices
import Synchronization

/// The system's random numbers. The first of them, from which the storage keys are derived, is remembered, so that a test can read what
/// is stored sealed.
final class KnownRoot: Sendable {
    private let root = Mutex<[UInt8]?>(nil)

    func random(_ count: Int) -> [UInt8] {
        let bytes = ServicesConfiguration.systemRandom(count)
        root.withLock { $0 = $0 ?? bytes }
        return bytes
    }

    /// The first random numbers.
    var bytes: [UInt8] { root.withLock { $0 ?? [] } }
}
