/// How much a list holds that anybody may ask for. What comes behind it is left out; each plan is found by its id all the same.
struct ListRoom: Sendable {
    /// How many plans or schemas one list has.
    static let entries = 1_000
    /// How many bytes of JSON one list has.
    static let bytes = 2 << 20

    private var (taken, size) = (0, 0)

    /// Takes room for one more entry.
    /// - Returns: false when there is none.
    mutating func take(_ bytes: Int) -> Bool {
        guard taken < Self.entries, size + bytes <= Self.bytes else { return false }
        (taken, size) = (taken + 1, size + bytes)
        return true
    }
}
