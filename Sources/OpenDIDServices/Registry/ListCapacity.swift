/// Counts the entries of a list that any client may request, and limits their number and size. Entries that do not fit are left out of the
/// list. A plan that is left out can still be requested by its ID.
struct ListCapacity: Sendable {
    /// The most plans or schemas in one list.
    static let entries = 1_000
    /// The most bytes of JSON in one list.
    static let bytes = 2 << 20
    /// The factor by which the entries that are read for a filtered list may exceed the limits of the list.
    private static let looks = 4

    private let times: Int
    private var (taken, size) = (0, 0)

    /// Creates the limits for the entries of one list.
    init() { times = 1 }

    private init(times: Int) { self.times = times }

    /// The limits for the entries that are read for one filtered list.
    static var lookedAt: ListCapacity { ListCapacity(times: looks) }

    /// Counts one more entry, if it fits.
    /// - Returns: false if the entry does not fit.
    mutating func take(_ bytes: Int) -> Bool {
        guard taken < Self.entries * times, size + bytes <= Self.bytes * times else { return false }
        (taken, size) = (taken + 1, size + bytes)
        return true
    }
}
