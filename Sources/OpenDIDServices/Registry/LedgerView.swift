import GRDB
import OpenDID_DataModel

/// What the registry says of credentials and their holders, looked up inside a SQLite transaction: in the same database, or among what was
/// asked for before.
enum LedgerView: Sendable {
    case here
    case asked(credentials: [String: VCMeta], holders: [String: DIDStatus])

    /// What is known of a credential.
    func meta(of id: String, in db: Database) throws -> VCMeta? {
        switch self {
        case .here: try LedgerReading.meta(of: id, in: db)
        case .asked(let credentials, _): credentials[id]
        }
    }

    /// The status of a DID.
    func status(of did: String, in db: Database) throws -> DIDStatus? {
        switch self {
        case .here: try LedgerReading.head(of: did, in: db)?.status
        case .asked(_, let holders): holders[did]
        }
    }
}
