import Synchronization

/// A text that is known later than those who will read it are made: the address of a server that picks its port when it starts.
final class LateText: Sendable {
    private let value: Mutex<String?>

    init(_ text: String?) { value = Mutex(text) }

    var text: String? { value.withLock { $0 } }
    /// The first one stays.
    func setOnce(_ text: String) { value.withLock { $0 = $0 ?? text } }
}
