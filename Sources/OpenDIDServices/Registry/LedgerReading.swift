import HeraldJSON
import OpenDID_DataModel

/// Reads the registry inside a transaction of the database.
package enum LedgerReading {
    /// Returns the newest document of a DID with the DID's current status, or `nil` if the DID is not registered.
    /// - Throws: the database's errors.
    package static func newest(
        of did: String, for purpose: RowPurpose = .read, in rows: any ServiceRows
    ) throws -> ResolvedDID? {
        guard let head = try rows.didHead(did, for: purpose), let bytes = try rows.document(head.newest, of: did) else {
            return nil
        }
        return ResolvedDID(
            document: try JSONModelDecoder().decode(DIDDocument.self, from: bytes), status: head.status,
            terminated: head.terminated)
    }

    /// Returns the registry's record of a credential.
    /// - Throws: the database's errors.
    package static func meta(
        of id: String, for purpose: RowPurpose = .read, in rows: any ServiceRows
    ) throws -> VCMeta? {
        try rows.metaBytes(ofCredential: id, for: purpose).map { try JSONModelDecoder().decode(VCMeta.self, from: $0) }
    }

    /// True if at least this number of versions of a DID's document were entered since a point in time. Versions are numbered without gaps,
    /// so one look-up is enough. This function is for a write that enters the next version.
    static func hasEntered(_ count: Int, of did: String, since moment: UTCInstant, in rows: any ServiceRows) throws
        -> Bool
    {
        guard let newest = try rows.didHead(did, for: .change).flatMap({ Int($0.newest) }), newest >= count else {
            return false
        }
        return try rows.entryTime(ofDocument: String(newest - count + 1), of: did).map { $0 > moment } ?? false
    }
}
