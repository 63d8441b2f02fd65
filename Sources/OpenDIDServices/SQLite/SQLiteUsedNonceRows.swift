import Foundation
import GRDB
import OpenDID_DataModel

extension SQLiteRows {
    package func insert(_ nonce: UsedNonce) throws -> Bool {
        try db.executeCached(
            sql: "INSERT OR IGNORE INTO tas_nonce (digest, remembered_until) VALUES (?, ?)",
            arguments: [Data(nonce.digest), nonce.until.seconds])
        return db.changesCount == 1
    }

    package func removeExpiredNonces(now: UTCInstant, limit: Int) throws -> Int {
        try db.executeCached(
            sql: """
                DELETE FROM tas_nonce WHERE digest IN (SELECT digest FROM tas_nonce WHERE remembered_until < ? ORDER BY remembered_until LIMIT ?)
                """, arguments: [now.seconds, limit])
        return db.changesCount
    }
}
