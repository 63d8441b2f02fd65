import GRDB
import Testing

@testable import OpenDIDServices

extension ServiceRows {
    /// The connection of a SQLite database, for statements that no table has.
    var sqlite: Database {
        get throws { try #require(self as? SQLiteRows).db }
    }
}
