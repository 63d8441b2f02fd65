import NIOCore
import NIOHTTP1

/// The request that has a connection to the homeserver.
protocol UpstreamUser: AnyObject {
    func upstreamBegan(_ head: HTTPResponseHead)
    func upstreamSent(_ part: ByteBuffer)
    func upstreamEnded()
    /// Called when all parts that have arrived so far were passed to the functions above.
    func upstreamPaused()
    /// Called when the homeserver has taken bytes of the request's body.
    func upstreamTook(_ bytes: Int)
    /// Called when the connection is gone before the end of the response.
    func upstreamFailed(_ refusal: ProxyRefusal)
}
