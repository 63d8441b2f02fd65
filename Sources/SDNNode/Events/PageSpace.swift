/// What a page of an answer still has room for. A page ends by bytes, whatever number of entries was asked for, and the rest is behind
/// its token.
struct PageSpace: Sendable {
    /// The bytes of JSON after which a page ends, with all that comes with its entries. The first entry is on it whatever its size.
    static let bytes = 1 << 20

    private(set) var left: Int
    private var isEmpty = true

    init(_ bytes: Int = PageSpace.bytes) { left = bytes }

    /// Takes an entry, if there is room for it.
    /// - Parameter reserve: how many bytes are kept for others.
    mutating func takes(_ bytes: Int, leaving reserve: Int = 0) -> Bool {
        guard isEmpty || bytes <= left - reserve else { return false }
        isEmpty = false
        left -= min(left, bytes)
        return true
    }
}
