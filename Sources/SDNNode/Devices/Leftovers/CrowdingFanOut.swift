import GRDB

/// Takes messages away that are too much for a device, as ``ToDeviceLoad`` has it. One request can fill a thousand devices at once, and for
/// each there are thousands of small messages to look at and to take away.
struct CrowdingFanOut: FanOut {
    static let kind = FanOutKind.crowding
    /// The most messages that one look finds: the plan is read anew in each turn.
    static let planned = 1_000
    private let user: String
    private let device: String
    private let limit: Int
    /// The messages that go next, in reverse order. Empty before the first look.
    private var going: [Int64] = []

    init(user: String, device: String, limit: Int) {
        self.user = user
        self.device = device
        self.limit = limit
    }

    var subject: String { "\(user) \(device)" }

    mutating func advance(_ turn: inout FanOutTurn) throws -> Bool {
        let db = turn.db
        guard !going.isEmpty else {
            going = try ToDeviceLoad.surplus(user: user, device: device, limit: limit, in: db).prefix(Self.planned).reversed()
            return going.isEmpty
        }
        var slice = RemovalSlice()
        while let ord = going.last {
            guard slice.takes(bytes: try ToDeviceStore.length(of: ord, user, device, in: db) ?? 0) else { break }
            going.removeLast()
            try ToDeviceStore.remove(ord, user, device, in: db)
        }
        return false
    }

    /// Takes all of it away at once.
    func finish(in db: Database) throws {
        for ord in try ToDeviceLoad.surplus(user: user, device: device, limit: limit, in: db) {
            try ToDeviceStore.remove(ord, user, device, in: db)
        }
    }
}
