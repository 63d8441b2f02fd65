/// A sync response that was kept for a session to take in later.
public struct MXCachedSync: Sendable, Hashable {
    /// Its place in the order of responses; given by the store.
    public let number: Int64
    /// The token that was asked with: the response follows on it and on nothing else.
    public let since: String?
    /// The token that follows.
    public let nextBatch: String
    /// The response, UTF-8 JSON.
    public let response: [UInt8]

    /// A response as a store kept it.
    public init(number: Int64, since: String?, nextBatch: String, response: [UInt8]) {
        self.number = number
        self.since = since
        self.nextBatch = nextBatch
        self.response = response
    }
}

extension MXStoreReader {
    /// Reads every response that is kept.
    /// - Throws: what the store throws.
    public func cachedSyncSize() throws -> (count: Int, bytes: Int) {
        let kept = try cachedSyncs(limit: .max)
        return (kept.count, kept.reduce(0) { $0 + $1.response.count })
    }
}
