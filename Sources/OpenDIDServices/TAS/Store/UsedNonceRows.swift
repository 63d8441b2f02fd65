import Crypto
import Foundation
import GRDB
import OpenDID_DataModel

/// The nonces of accepted messages. They are stored so that no message is accepted twice (OpenDID sheet 9).
///
/// A message whose proof is older than ``memory`` is refused (``FreshProofRule``). A nonce can therefore be deleted after this time.
enum UsedNonces {
    /// The time for which a nonce is stored, from the time of the proof.
    static let memory: Duration = .seconds(24 * 60 * 60)

    /// The part of a message that is stored.
    struct Entry: Sendable, Hashable {
        let digest: [UInt8]
        let until: UTCInstant
    }

    /// Returns the entry for a message.
    /// - Parameters:
    ///   - kind: the kind of message.
    ///   - signer: the DID of the sender, which chose the nonce.
    ///   - nonce: the bytes of the nonce.
    ///   - created: the time of the signature.
    ///   - now: the present time. The entry uses the later of `created` and `now`, because a signer's clock may be
    ///     ahead.
    static func entry(_ kind: String, signer: String, nonce: [UInt8], created: UTCInstant, now: UTCInstant) -> Entry {
        var hash = SHA256()
        // Different kinds or signers never give the same text, because a DID contains no spaces.
        hash.update(data: Array("\(kind) \(signer) ".utf8))
        hash.update(data: nonce)
        return Entry(digest: Array(hash.finalize()), until: max(created, now) + memory)
    }

    static let expired = ExpiredRows(
        """
        DELETE FROM tas_nonce WHERE digest IN (SELECT digest FROM tas_nonce WHERE remembered_until < ? ORDER BY remembered_until LIMIT ?)
        """)

    /// Stores a nonce.
    /// - Returns: false if the nonce was stored before.
    static func insert(_ entry: Entry, in db: any ServiceRows) throws -> Bool {
        try db.executeCached(
            sql: "INSERT OR IGNORE INTO tas_nonce (digest, remembered_until) VALUES (?, ?)",
            arguments: [Data(entry.digest), entry.until.seconds])
        return db.changesCount == 1
    }
}
