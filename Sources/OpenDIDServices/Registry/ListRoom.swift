/// How much a list holds that anybody may ask for. What comes behind it is left out; each plan is found by its id all the same.
struct ListRoom: Sendable {
    /// How many plans or schemas one list has.
    static let entries = 1_000
    /// How many bytes of JSON one list has.
    static let bytes = 2 << 20
    /// A list that leaves some out looks at so many times as much.
    private static let looks = 4

    private let times: Int
    private var (taken, size) = (0, 0)

    /// Room for what is on a list.
    init() { times = 1 }

    private init(times: Int) { self.times = times }

    /// Room for what is looked at for a list.
    static var lookedAt: ListRoom { ListRoom(times: looks) }

    /// Takes room for one more entry.
    /// - Returns: false when there is none.
    mutating func take(_ bytes: Int) -> Bool {
        guard taken < Self.entries * times, size + bytes <= Self.bytes * times else { return false }
        (taken, size) = (taken + 1, size + bytes)
        return true
    }
}
