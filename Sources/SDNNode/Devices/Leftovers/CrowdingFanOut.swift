import GRDB

/// Deletes messages when a device has more than ``ToDeviceLoad`` allows. This is background work, because one request can fill a thousand devices at
/// once, each with thousands of small messages to read and delete.
struct CrowdingFanOut: FanOut {
    static let kind = FanOutKind.crowding
    /// The most messages that are selected for deletion at once. When these are deleted, the next ones are selected.
    static let planned = 1_000
    private let user: String
    private let device: String
    private let limit: Int
    /// The positions of the messages to delete next, in reverse order. If the list is empty, the next turn selects messages.
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
            going = try ToDeviceLoad.surplus(user: user, device: device, limit: limit, in: db).prefix(Self.planned)
                .reversed()
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

    /// Deletes all surplus messages at once.
    func finish(in db: Database) throws {
        for ord in try ToDeviceLoad.surplus(user: user, device: device, limit: limit, in: db) {
            try ToDeviceStore.remove(ord, user, device, in: db)
        }
    }
}
