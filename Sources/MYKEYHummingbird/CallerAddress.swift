import Hummingbird
import NIOCore

/// The address of a request's client, for rate limits.
enum CallerAddress {
    /// Returns the IP address of the client. Returns `nil` if the application's request context does not know it, because it is not a
    /// `RemoteAddressRequestContext`.
    static func of(_ context: some RequestContext) -> String? {
        (context as? any RemoteAddressRequestContext)?.remoteAddress?.ipAddress
    }
}
