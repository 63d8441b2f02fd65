/// The room in a list that any client may request. A list leaves out further entries. A single plan is always found by its ID.
struct ListCapacity: Sendable {
    /// The plans or schemas in one list.
    static let entries = 1_000
    /// The JSON in one list, in bytes.
    static let bytes = 2 << 20
    /// The factor by which a filtered list may read more entries and bytes than it holds.
    private static let looks = 4

    private let times: Int
    private var (taken, size) = (0, 0)

    /// Creates the room for the entries of a list.
    init() { times = 1 }

    private init(times: Int) { self.times = times }

    /// The room for the entries that are read for a filtered list.
    static var lookedAt: ListCapacity { ListCapacity(times: looks) }

    /// Takes room for one more entry.
    /// - Returns: false if no room is left.
    mutating func take(_ bytes: Int) -> Bool {
        guard taken < Self.entries * times, size + bytes <= Self.bytes * times else { return false }
        (taken, size) = (taken + 1, size + bytes)
        return true
    }
}
