/// What one message may have read of large push rules that are not remembered: the one writer reads them, and all others wait.
struct PushReading {
    /// Bytes of large push rules that are read for one message. The one that goes beyond it is still read.
    static let limit = 4 << 20
    /// Up to so many bytes the rules of a user are always read.
    static let small = 16 << 10

    private var left: Int

    init(limit: Int = PushReading.limit) { self.left = limit }

    /// Whether a user's rules of so many bytes are read, which is noted.
    mutating func admits(_ bytes: Int) -> Bool {
        guard bytes > Self.small else { return true }
        guard left > 0 else { return false }
        left -= min(left, bytes)
        return true
    }
}
