import Hummingbird
import NIOCore

/// The context of a request that knows where it came from.
package struct AddressContext: RequestContext, RemoteAddressRequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The other side of the socket, or whom a trusted proxy names.
    package var remoteAddress: SocketAddress?

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress
    }
}

/// Where a request came from, for limits.
enum CallerAddress {
    /// An IP address; `nil` when the application's context does not know it (`RemoteAddressRequestContext`).
    static func of(_ context: some RequestContext) -> String? {
        (context as? any RemoteAddressRequestContext)?.remoteAddress?.ipAddress
    }
}
