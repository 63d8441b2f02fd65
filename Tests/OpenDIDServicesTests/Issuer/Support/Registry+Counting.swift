import GRDB

@testable import OpenDIDServices

extension Registry {
    /// Returns the number of a holder's credentials, whatever their status.
    func credentials(of did: String) async throws -> Int {
        try await database.read { db in
            try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM ledger_credential WHERE subject = ?", arguments: [did]) ?? 0
        }
    }
}
