import HeraldPeer

/// A request for the node's pipeline, independent of the transport.
struct NodeRequest: Sendable {
    /// The method as on the wire, such as `GET`.
    var method: String
    /// The request target as on the wire: path and query, percent-encoded.
    var target: String
    /// The value of the `Authorization` header.
    var authorization: String?
    /// The value of the `Content-Type` header.
    var contentType: String?
    var body: [UInt8]
    /// The body of an upload, in place of ``body``.
    var stream: RequestBodyStream?
    /// The client's IP address without the port: the peer's, or the one that a trusted proxy reports.
    var remoteAddress: String
    /// True if a trusted proxy forwarded the request.
    var isForwarded = false
    /// The memory for a large answer; `nil` if there is no connection.
    var room: ResponseBudget?
    /// Runs work as long as the peer is connected; `nil` if there is no connection.
    var whileConnected: (@Sendable (@escaping @Sendable () async throws -> LongAnswer) async throws -> LongAnswer)?

    init(
        method: String, target: String, authorization: String? = nil, body: [UInt8] = [],
        remoteAddress: String = "127.0.0.1"
    ) {
        self.method = method
        self.target = target
        self.authorization = authorization
        self.body = body
        self.remoteAddress = remoteAddress
    }
}
