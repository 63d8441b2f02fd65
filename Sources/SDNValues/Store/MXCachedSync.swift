/// A kept sync response that a session processes later.
public struct MXCachedSync: Sendable, Hashable {
    /// The number of the response in their order. The store assigns it.
    public let number: Int64
    /// The token of the request. The response follows on this token only.
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
    /// Reads every kept response, to count them and their bytes.
    /// - Throws: the errors of the store.
    public func cachedSyncSize() throws -> (count: Int, bytes: Int) {
        let kept = try cachedSyncs(limit: .max)
        return (kept.count, kept.reduce(0) { $0 + $1.response.count })
    }
}
