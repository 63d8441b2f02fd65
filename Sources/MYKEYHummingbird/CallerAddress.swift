import Hummingbird
import NIOCore

/// The address of a request's client, for rate limits.
enum CallerAddress {
    /// Returns an IP address, or `nil` when the application's context does not know it (`RemoteAddressRequestContext`).
    static func of(_ context: some RequestContext) -> String? {
        (context as? any RemoteAddressRequestContext)?.remoteAddress?.ipAddress
    }
}
