import GRDB
import HeraldJSON
import HeraldKeys

/// Ends sessions. In the write itself tokens and pushers go, and the devices are marked as gone: nobody sees them, they get nothing more, and
/// whoever logs in with the id of one begins with nothing. What they leave behind goes in turns of the writer.
struct DeviceRemoval: Sendable {
    let services: NodeServices

    /// The devices of a user that go.
    enum Selection: Sendable {
        case all
        case named(Set<String>)
        case allBut(String)
        /// Those whose session a wallet's signature opened.
        case opened(by: EthereumAddress)
        /// Those that were used longest ago, when there are more than so many besides one.
        case unused(beyond: Int, besides: String)
    }

    /// To be followed after the commit; ``AccessTokens/tokensEnded(of:)`` is to be called as well.
    /// - Returns: `nil` when none of them is there.
    func end(_ selection: Selection, of user: String, in db: Database) throws -> FanOuts.Begun? {
        let devices = try Self.devices(selection, of: user, in: db)
        guard !devices.isEmpty else { return nil }
        let arguments: StatementArguments = [user, String(decoding: JSONValue.array(devices.map(JSONValue.string)).serialized(), as: UTF8.self)]
        func execute(_ sql: String) throws { try db.cachedStatement(sql: sql).execute(arguments: arguments) }
        try execute("UPDATE device SET is_gone = 1 WHERE user_id = ?1 AND device_id IN (SELECT value FROM json_each(?2))")
        try execute("DELETE FROM access_token WHERE user_id = ?1 AND device_id IN (SELECT value FROM json_each(?2))")
        try execute("DELETE FROM pusher WHERE user_id = ?1 AND device_id IN (SELECT value FROM json_each(?2))")
        let hadKeys = try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM json_each(?2) j CROSS JOIN device_key k ON k.user = ?1 AND k.device = j.value)"),
            arguments: arguments)
        // Keys that go are a change that others must hear of.
        if hadKeys == true { try KeyStore.noteChange(of: user, in: db) }
        return try LeftoverFanOut.begin(of: user, services, in: db)
    }

    private static func devices(_ selection: Selection, of user: String, in db: Database) throws -> [String] {
        let (condition, more): (String, StatementArguments) = switch selection {
        case .all: ("", [])
        case .named(let ids): ("AND device_id IN (SELECT value FROM json_each(?))", [Self.list(ids)])
        case .allBut(let id): ("AND device_id <> ?", [id])
        case .opened(let wallet): ("AND wallet = ?", [wallet.lowercaseHex])
        case .unused(let count, let id):
            ("AND device_id <> ? ORDER BY coalesce(last_seen_at, created_at) DESC, created_at DESC LIMIT -1 OFFSET ?", [id, count])
        }
        return try String.fetchAll(
            db.cachedStatement(sql: "SELECT device_id FROM device WHERE user_id = ? AND NOT is_gone \(condition)"), arguments: [user] + more)
    }

    private static func list(_ ids: Set<String>) -> String { String(decoding: JSONValue.array(ids.map(JSONValue.string)).serialized(), as: UTF8.self) }

    /// Has what the last session of a device left behind taken away before the next one begins. To be called before the write of a login.
    func clear(_ device: String, of user: String) async throws {
        guard try await services.database.read({ db in try DeviceLeftovers.hasSome(of: user, device, in: db) }) else { return }
        while try await !services.database.write(lane: user, { db in try DeviceLeftovers.remove(of: user, only: device, in: db) }) {}
    }
}

extension NodeServices {
    var removal: DeviceRemoval { DeviceRemoval(services: self) }
}
