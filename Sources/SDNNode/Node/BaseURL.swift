import SDNWire
import Synchronization

/// The base URL that the node tells its clients. Unless it is configured, it is known only after the server has begun to listen, because the server
/// may pick its port.
final class BaseURL: Sendable {
    private let text: Mutex<String?>

    /// - Parameter configured: the URL of the configuration; `nil` if there is none.
    init(_ configured: String?) { text = Mutex(configured) }

    /// Returns the URL.
    /// - Throws: `M_UNKNOWN` with status 503 in the short time between the first connection and ``setListening(_:)``.
    func get() throws(StatusedError) -> String {
        guard let text = text.withLock({ $0 }) else {
            throw StatusedError(status: 503, error: MatrixError(.unknown, "The node is starting. Try again."))
        }
        return text
    }

    /// Sets the URL that the server listens on. A configured URL stays.
    func setListening(_ url: String) { text.withLock { $0 = $0 ?? url } }
}
