import GRDB

@testable import OpenDIDServices

extension Registry {
    /// Returns the number of a holder's credentials, whatever their status.
    func credentials(of did: String) async throws -> Int {
        try await database.read { rows in
            try Int.fetchOne(
                rows.sqlite, sql: "SELECT COUNT(*) FROM ledger_credential WHERE subject = ?", arguments: [did]) ?? 0
        }
    }
}
