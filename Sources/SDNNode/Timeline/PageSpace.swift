/// The bytes that a page of an answer still has room for. A page ends when these bytes are used up, even if more entries were requested. The page's
/// token leads to the rest.
struct PageSpace: Sendable {
    /// The bytes of JSON after which a page ends. Everything that belongs to its entries counts. The first entry is included whatever its size.
    static let bytes = 1 << 20

    private(set) var left: Int
    private var isEmpty = true

    init(_ bytes: Int = PageSpace.bytes) { left = bytes }

    /// Counts an entry and returns true if there is room for it.
    /// - Parameter reserve: the bytes that stay free for later entries.
    mutating func takes(_ bytes: Int, leaving reserve: Int = 0) -> Bool {
        guard isEmpty || bytes <= left - reserve else { return false }
        isEmpty = false
        left -= min(left, bytes)
        return true
    }
}
