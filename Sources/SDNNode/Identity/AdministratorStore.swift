import GRDB

/// The accounts of administrators.
enum AdministratorStore {
    static func insert(_ userID: String, in db: Database) throws {
        try db.execute(sql: "INSERT INTO administrator (user_id) VALUES (?)", arguments: [userID])
    }

    static func contains(_ userID: String, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM administrator WHERE user_id = ?)", arguments: [userID]) == true
    }
}
