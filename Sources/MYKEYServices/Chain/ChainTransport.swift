/// Carries one JSON request to a chain node and its answer back.
///
/// The nodes are the operator's own choice, so unlike a wallet's transport this one checks no addresses; it must not follow redirects.
public protocol ChainTransport: Sendable {
    /// POSTs a JSON body.
    /// - Parameters:
    ///   - body: UTF-8 JSON.
    ///   - path: appended to the node's URL, such as `/v1/chain/get_table_rows`; empty for JSON-RPC.
    ///   - node: whom to ask.
    /// - Throws: ``MYKEYServicesError`` with code `nodeUnavailable` when there is no HTTP answer. An answer of any status is returned.
    func post(_ body: [UInt8], path: String, to node: ChainNodeAddress) async throws(MYKEYServicesError) -> ChainReply
}

/// The HTTP answer of a chain node.
public struct ChainReply: Sendable, Hashable {
    /// The HTTP status.
    public let status: Int
    /// The body as it came.
    public let body: [UInt8]

    /// An answer with its status and body.
    public init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}
