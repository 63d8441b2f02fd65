/// How large filters are and how much work they make.
public struct FilterLimits: Sendable, Hashable {
    /// The largest filter of a request, in bytes of JSON. Defaults to 64 KiB. A list in it has at most 1,000 entries, 50 of them with a star.
    public var bytes: Int
    /// How many filters a user stores; the newest ones are kept. Defaults to 100.
    public var perUser: Int
    /// How many bytes the patterns of one request compare with the types of events. Defaults to 1,000,000. Beyond it a pattern with a star
    /// no longer matches.
    public var work: Int

    /// Limits of a node's own.
    /// - Parameters:
    ///   - bytes: the largest filter of a request, in bytes of JSON.
    ///   - perUser: how many filters a user stores.
    ///   - work: how many bytes the patterns of one request compare with the types of events.
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
