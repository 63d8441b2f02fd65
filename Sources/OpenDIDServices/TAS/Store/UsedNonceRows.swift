import Crypto
import Foundation
import GRDB
import OpenDID_DataModel

/// The nonces of messages that were accepted, so that none is accepted twice (OpenDID sheet 9).
///
/// A message whose proof is older than ``memory`` is refused anyway (``FreshProofRule``), so a nonce is forgotten then.
enum UsedNonces {
    /// How long a nonce is remembered after the proof was made, in seconds.
    static let memory: Int64 = 24 * 60 * 60

    /// What of a message is remembered.
    struct Entry: Sendable, Hashable {
        let digest: [UInt8]
        let until: UTCInstant
    }

    /// - Parameters:
    ///   - kind: the kind of message.
    ///   - signer: the DID that made the nonce.
    ///   - nonce: its bytes.
    ///   - created: when the message was signed.
    ///   - now: the present; the later of the two counts, because signers' clocks may run ahead.
    static func entry(_ kind: String, signer: String, nonce: [UInt8], created: UTCInstant, now: UTCInstant) -> Entry {
        var hash = SHA256()
        // A DID holds no space, so the parts cannot run into each other.
        hash.update(data: Array("\(kind) \(signer) ".utf8))
        hash.update(data: nonce)
        return Entry(digest: Array(hash.finalize()), until: max(created, now).adding(seconds: memory))
    }

    static let expired = ExpiredRows("""
        DELETE FROM tas_nonce WHERE digest IN (SELECT digest FROM tas_nonce WHERE remembered_until < ? ORDER BY remembered_until LIMIT ?)
        """)

    /// Remembers a nonce.
    /// - Returns: false when it is remembered already.
    static func insert(_ entry: Entry, in db: Database) throws -> Bool {
        try db.executeCached(
            sql: "INSERT OR IGNORE INTO tas_nonce (digest, remembered_until) VALUES (?, ?)",
            arguments: [Data(entry.digest), entry.until.seconds])
        return db.changesCount == 1
    }
}
