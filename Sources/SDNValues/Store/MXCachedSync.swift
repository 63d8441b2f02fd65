/// A sync response that is stored until a session processes it.
public struct MXCachedSync: Sendable, Hashable {
    /// The number of the response, which the store assigns. Later responses have greater numbers.
    public let number: Int64
    /// The token of the request. Only a session that has this token can process the response.
    public let since: String?
    /// The token of the next request.
    public let nextBatch: String
    /// The response as UTF-8 JSON.
    public let response: [UInt8]

    /// Creates a response from its stored form.
    public init(number: Int64, since: String?, nextBatch: String, response: [UInt8]) {
        self.number = number
        self.since = since
        self.nextBatch = nextBatch
        self.response = response
    }
}

extension MXStoreReader {
    /// Returns the number of stored responses and their size in bytes. This default implementation reads every response.
    /// - Throws: the errors of the store.
    public func cachedSyncSize() throws -> (count: Int, bytes: Int) {
        let kept = try cachedSyncs(limit: .max)
        return (kept.count, kept.reduce(0) { $0 + $1.response.count })
    }
}
