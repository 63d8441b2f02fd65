import GRDB

/// Deletes the keys of a user's deleted backups, in slices. A backup can have 128 MiB, and all clients share the one writer.
struct BackupRemoval: FanOut {
    static let kind = FanOutKind.backups
    private let user: String

    init(of user: String) { self.user = user }

    var subject: String { user }

    func advance(_ turn: inout FanOutTurn) throws -> Bool { try BackupStore.removeGone(of: user, in: turn.db) }

    /// Begins the deletion inside a write. After the commit, the caller must pass the result to ``FanOuts/follow(_:)``.
    static func begin(of user: String, _ services: NodeServices, in db: Database) throws -> FanOuts.Begun {
        if let pending = try FanOutStore.find(BackupRemoval.self, user, in: db) {
            return services.fanOuts.joining(pending.id, of: user)
        }
        return try services.fanOuts.begin(
            BackupRemoval(of: user), FanOutTurn(db, user: user, services: services))
    }

    /// Deletes all backups of a user, inside a write.
    /// - Returns: `nil` if the user has none.
    static func endAll(of user: String, _ services: NodeServices, in db: Database) throws -> FanOuts.Begun? {
        try BackupStore.end(nil, of: user, in: db) ? begin(of: user, services, in: db) : nil
    }
}
