import Foundation
import GRDB
import HeraldJSON

/// The steps that users have reached in the app's introduction (SDN sheet 2.2).
enum GuideStepStore {
    /// - Parameter step: the step as compact JSON.
    static func set(_ step: [UInt8], of user: String, in db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO guide (user_id, step) VALUES (?, ?)", arguments: [user, Data(step)])
    }

    static func step(of user: String, in db: Database) throws -> JSONValue? {
        try Data.fetchOne(db, sql: "SELECT step FROM guide WHERE user_id = ?", arguments: [user]).map {
            try JSONValue(parsing: [UInt8]($0))
        }
    }
}
