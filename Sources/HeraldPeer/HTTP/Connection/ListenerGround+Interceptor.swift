import HTTPTypes
import HeraldHTTP
import NIOCore

// For a channel handler that answers requests in place of the server (``HTTPListener/Interceptor``).
extension ListenerGround {
    /// Returns the sender of a request: the socket's peer, or the client that a trusted proxy names.
    package func client(of head: HTTPRequest, peer: String) -> ClientAddress {
        limits.proxies.client(peer: peer, headers: head.headerFields)
    }

    /// True if a peer that forwards requests is probably a proxy of the operator that is not trusted. With a public address, it is probably a
    /// client that writes such headers itself.
    package func isUnknownProxy(_ peer: String) -> Bool {
        guard let address = NetworkAddress(sender: peer) else { return false }
        return AddressKind(address) != .global && !limits.proxies.contains(address)
    }

    /// Announces that the body of the current request will be read, so that a client that waits for `100 Continue` may send it.
    package func wantsBody(_ context: ChannelHandlerContext) {
        context.triggerUserOutboundEvent(BodyGate.BodyWanted(), promise: nil)
    }

    /// Records that a part of the current request's body was passed on, and is no longer held in memory.
    package func hasGivenOn(_ bytes: Int, _ context: ChannelHandlerContext) {
        context.triggerUserOutboundEvent(RequestWatch.PartTaken(bytes: bytes), promise: nil)
    }
}
