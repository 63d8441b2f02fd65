import GRDB

/// Takes away what the devices of a user leave behind. There is one at a time for each user, which takes what comes meanwhile as well.
struct LeftoverFanOut: FanOut {
    static let kind = FanOutKind.leftovers
    private let user: String

    init(of user: String) { self.user = user }

    var subject: String { user }

    func advance(_ turn: inout FanOutTurn) throws -> Bool { try DeviceLeftoverStore.remove(of: user, in: turn.db) }

    /// Begins with what a write leaves behind. To be followed after the commit.
    static func begin(of user: String, _ services: NodeServices, in db: Database) throws -> FanOuts.Begun {
        if let pending = try FanOutStore.find(LeftoverFanOut.self, user, in: db) { return services.fanOuts.joining(pending.id, of: user) }
        return try services.fanOuts.begin(LeftoverFanOut(of: user), FanOutTurn(db, user: user, services: services))
    }
}
