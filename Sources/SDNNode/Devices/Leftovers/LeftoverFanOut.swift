import GRDB

/// Deletes the rows that a user's logged-out devices left. Each user has at most one such task at a time, which also deletes rows that are added
/// meanwhile.
struct LeftoverFanOut: FanOut {
    static let kind = FanOutKind.leftovers
    private let user: String

    init(of user: String) { self.user = user }

    var subject: String { user }

    func advance(_ turn: inout FanOutTurn) throws -> Bool { try DeviceLeftoverStore.remove(of: user, in: turn.db) }

    /// Begins to delete the rows that a write leaves. The caller must follow the result after the commit.
    static func begin(of user: String, _ services: NodeServices, in db: Database) throws -> FanOuts.Begun {
        if let pending = try FanOutStore.find(LeftoverFanOut.self, user, in: db) {
            return services.fanOuts.joining(pending.id, of: user)
        }
        return try services.fanOuts.begin(LeftoverFanOut(of: user), FanOutTurn(db, user: user, services: services))
    }
}
