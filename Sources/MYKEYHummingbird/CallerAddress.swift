import Hummingbird
import NIOCore

/// A request context with the client's address.
package struct AddressContext: RequestContext, RemoteAddressRequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The address of the socket's peer, or of the client that a trusted proxy names.
    package var remoteAddress: SocketAddress?

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress
    }
}

/// The address of a request's client, for rate limits.
enum CallerAddress {
    /// Returns an IP address, or `nil` when the application's context does not know it (`RemoteAddressRequestContext`).
    static func of(_ context: some RequestContext) -> String? {
        (context as? any RemoteAddressRequestContext)?.remoteAddress?.ipAddress
    }
}
