import Foundation
import GRDB
import SDNWire

/// Reads and writes of pushers for the delivery.
enum PusherRows {
    /// A pusher as it was when a notification was sent. The answer is recorded for this setting only, because the user may have replaced the pusher
    /// meanwhile, with another gateway.
    struct Setting {
        let pusher: PusherID
        let serial: Int64

        fileprivate static let condition = "\(PusherID.condition) AND setting = ?"
        fileprivate var arguments: StatementArguments { pusher.arguments + [serial] }
    }

    /// An enabled HTTP pusher.
    struct Stored {
        let data: [UInt8]
        let setAt: Timestamp
        let position: Int64
        let retryAt: Timestamp?
        let setting: Int64
    }

    static func find(_ pusher: PusherID, in db: Database) throws -> Stored? {
        try Row.fetchOne(
            db.cachedStatement(
                sql:
                    "SELECT data, set_at, position, retry_at, setting FROM pusher WHERE \(PusherID.condition) AND kind = 'http' AND is_enabled"
            ),
            arguments: pusher.arguments
        ).map {
            Stored(
                data: [UInt8]($0[0] as Data), setAt: Timestamp(milliseconds: $0[1]), position: $0[2],
                retryAt: ($0[3] as Int64?).map(Timestamp.init(milliseconds:)), setting: $0[4])
        }
    }

    /// Returns the users with an enabled HTTP pusher.
    static func users(in db: Database) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT DISTINCT user_id FROM pusher WHERE kind = 'http' AND is_enabled")
    }

    /// Returns a user's enabled HTTP pushers, with the network from which each was set.
    static func pushers(of user: String, in db: Database) throws -> [(
        pusher: PusherID, network: String?, setting: Int64
    )] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT app_id, pushkey, network, setting FROM pusher WHERE user_id = ? AND kind = 'http' AND is_enabled
                    """),
            arguments: [user]
        ).map { (PusherID(user: user, appID: $0[0], pushkey: $0[1]), $0[2], $0[3]) }
    }

    static func remove(_ pusher: Setting, in db: Database) throws {
        try db.execute(sql: "DELETE FROM pusher WHERE \(Setting.condition)", arguments: pusher.arguments)
    }

    /// Records that there is nothing to send up to a position, and that the gateway works.
    static func advance(_ pusher: Setting, to position: Int64, in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE pusher SET position = max(position, ?), failing_since = NULL, retry_at = NULL, retry_after = NULL
                WHERE \(Setting.condition)
                """,
            arguments: [position] + pusher.arguments)
    }

    /// Returns the time since which the gateway has been failing, and the next pause; `nil` if the pusher no longer exists.
    static func failure(_ pusher: Setting, in db: Database) throws -> (since: Timestamp?, pause: Duration?)? {
        try Row.fetchOne(
            db, sql: "SELECT failing_since, retry_after FROM pusher WHERE \(Setting.condition)",
            arguments: pusher.arguments
        )
        .map {
            (($0[0] as Int64?).map(Timestamp.init(milliseconds:)), ($0[1] as Int64?).map(Duration.milliseconds))
        }
    }

    static func noteFailure(_ pusher: Setting, since: Timestamp, retryAt: Timestamp, pause: Duration, in db: Database)
        throws
    {
        try db.execute(
            sql: "UPDATE pusher SET failing_since = ?, retry_at = ?, retry_after = ? WHERE \(Setting.condition)",
            arguments: [since.milliseconds, retryAt.milliseconds, pause.milliseconds] + pusher.arguments)
    }
}

extension PusherID {
    fileprivate static let condition = "user_id = ? AND app_id = ? AND pushkey = ?"
    fileprivate var arguments: StatementArguments { [user, appID, pushkey] }
}
