import Synchronization

/// A text that is set after its readers are created: the address of a server that picks its port when it starts.
final class LateText: Sendable {
    private let value: Mutex<String?>

    init(_ text: String?) { value = Mutex(text) }

    var text: String? { value.withLock { $0 } }
    /// Sets the text. Only the first call has an effect.
    func setOnce(_ text: String) { value.withLock { $0 = $0 ?? text } }
}
