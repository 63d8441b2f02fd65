import Foundation
import GRDB
import OpenDID_DataModel

/// The holder's signed request to revoke a credential, stored as evidence (OpenDID sheet 5.9).
enum RevocationRow {
    static func insert(vcID: String, txID: String, request: [UInt8], now: UTCInstant, in db: Database) throws {
        try db.executeCached(
            sql: "INSERT OR REPLACE INTO issuer_revocation (vc_id, tx_id, request, revoked_at) VALUES (?, ?, ?, ?)",
            arguments: [vcID, txID, Data(request), now.seconds])
    }

    /// Returns the request as received.
    static func request(of vcID: String, in db: Database) throws -> [UInt8]? {
        try Data.fetchOne(
            db.cachedStatement(sql: "SELECT request FROM issuer_revocation WHERE vc_id = ?"), arguments: [vcID]
        ).map { [UInt8]($0) }
    }
}
