import HeraldPeer

/// A request as the node's pipeline sees it, whatever carried it.
struct NodeRequest: Sendable {
    /// As on the wire, such as `GET`.
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
    /// The IP address of the client, without port: of the other side, or of whom a trusted proxy names.
    var remoteAddress: String
    /// Whether somebody passed the request on.
    var isForwarded = false
    /// The room for a large answer; `nil` where there is no connection.
    var room: AnswerRoom?
    /// Runs work for as long as the other side is there; `nil` where there is no connection.
    var whileConnected: (@Sendable (@escaping @Sendable () async throws -> LongAnswer) async throws -> LongAnswer)?

    init(method: String, target: String, authorization: String? = nil, body: [UInt8] = [], remoteAddress: String = "127.0.0.1") {
        self.method = method
        self.target = target
        self.authorization = authorization
        self.body = body
        self.remoteAddress = remoteAddress
    }
}
