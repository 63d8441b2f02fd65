/// Sends a JSON request to a chain node and returns its response.
///
/// The operator chooses the nodes. Unlike a wallet's transport, an implementation therefore need not check addresses. It must not follow
/// redirects.
public protocol ChainTransport: Sendable {
    /// POSTs a JSON body.
    /// - Parameters:
    ///   - body: UTF-8 JSON.
    ///   - path: the path to append to the node's URL, such as `/v1/chain/get_table_rows`. Empty for JSON-RPC.
    ///   - node: the node.
    /// - Throws: ``MYKEYServicesError`` with code `nodeUnavailable` when there is no HTTP response. A response with any status is returned.
    func post(_ body: [UInt8], path: String, to node: ChainNodeAddress) async throws(MYKEYServicesError) -> ChainReply
}

/// The HTTP response of a chain node.
public struct ChainReply: Sendable, Hashable {
    /// The HTTP status.
    public let status: Int
    /// The body, unchanged.
    public let body: [UInt8]

    /// Creates a response.
    public init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}
