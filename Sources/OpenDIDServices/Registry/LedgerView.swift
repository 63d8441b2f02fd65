import OpenDID_DataModel

/// Looks up credentials and the status of their holders inside a transaction of the database. The data is in the same database, or was
/// requested from the trust agent before the transaction.
enum LedgerView: Sendable {
    case here
    case asked(credentials: [String: VCMeta], holders: [String: DIDStatus])

    /// Returns the record of a credential.
    func meta(of id: String, in rows: any ServiceRows) throws -> VCMeta? {
        switch self {
        case .here: try LedgerReading.meta(of: id, in: rows)
        case .asked(let credentials, _): credentials[id]
        }
    }

    /// Returns the status of a DID.
    func status(of did: String, in rows: any ServiceRows) throws -> DIDStatus? {
        switch self {
        case .here: try rows.didHead(did, for: .read)?.status
        case .asked(_, let holders): holders[did]
        }
    }
}
