/// Limits on the size of filters and on the work that they cause.
public struct FilterLimits: Sendable, Hashable {
    /// The largest filter of a request, in bytes of JSON. Defaults to 64 KiB. A list in a filter has at most 1,000 entries, and at most 50
    /// of them may contain a star.
    public var bytes: Int
    /// The most filters that the node stores for one user. Above this limit, the node deletes the oldest ones. Defaults to 100.
    public var perUser: Int
    /// The most bytes that the node compares when it matches the patterns of one request with event types. Defaults to 1,000,000. Above
    /// this limit, patterns with a star no longer match.
    public var work: Int

    /// Creates the limits. Each one has a default.
    /// - Parameters:
    ///   - bytes: the largest filter of a request, in bytes of JSON.
    ///   - perUser: the most filters that the node stores for one user.
    ///   - work: the most bytes that the node compares when it matches the patterns of one request with event types.
    public init(bytes: Int = 64 << 10, perUser: Int = 100, work: Int = 1_000_000) {
        self.bytes = bytes
        self.perUser = perUser
        self.work = work
    }

    func validate() throws(NodeError) {
        for (field, value) in [("bytes", bytes), ("perUser", perUser), ("work", work)] where value < 1 {
            throw NodeError(.configuration, field: "filterLimits.\(field)", reason: "must be above 0")
        }
    }
}
