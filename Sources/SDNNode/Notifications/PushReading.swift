/// The budget of one message for reading large push rules that are not cached. The one writer reads them, and all other writes wait.
struct PushReading {
    /// The bytes of large push rules that are read for one message. The set of rules that exceeds it is still read.
    static let limit = 4 << 20
    /// The size in bytes up to which the rules of a user are always read.
    static let small = 16 << 10

    private var left: Int

    init(limit: Int = PushReading.limit) { self.left = limit }

    /// Counts the bytes of a user's rules and returns true if they may be read.
    mutating func admits(_ bytes: Int) -> Bool {
        guard bytes > Self.small else { return true }
        guard left > 0 else { return false }
        left -= min(left, bytes)
        return true
    }
}
