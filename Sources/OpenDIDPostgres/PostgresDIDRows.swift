import HeraldPostgres
import OpenDIDServices
import OpenDID_DataModel

extension PostgresRows {
    func didHead(_ did: String, for purpose: RowPurpose) throws -> DIDHead? {
        try transaction.first(
            "SELECT status, newest, terminated, revision FROM ledger_did WHERE did = $1\(purpose.lock)", [did]
        ).map { row in
            DIDHead(
                status: try row.get(0), newest: try row.get(1), terminated: try row.get(2), revision: try row.get(3))
        }
    }

    func insertDID(_ did: String, role: RoleTypeEnum, newest: String, at now: UTCInstant) throws {
        try transaction.execute(
            "INSERT INTO ledger_did (did, role, status, newest) VALUES ($1, $2, $3, $4)",
            [did, role.rawValue, DIDStatus.activated.rawValue, newest])
    }

    func setNewestVersion(_ version: String, of did: String) throws {
        try transaction.execute(
            "UPDATE ledger_did SET newest = $1, revision = nextval('ledger_revision') WHERE did = $2", [version, did])
    }

    func setDIDStatus(_ status: DIDStatus, of did: String, terminated: UTCInstant?) throws {
        try transaction.execute(
            "UPDATE ledger_did SET status = $1, terminated = $2, revision = nextval('ledger_revision') WHERE did = $3",
            [status.rawValue, terminated?.seconds, did])
    }

    func document(_ version: String, of did: String) throws -> [UInt8]? {
        try transaction.first(
            "SELECT document FROM ledger_did_version WHERE did = $1 AND version = $2", [did, version]
        ).map { try $0.get(0) }
    }

    func entryTime(ofDocument version: String, of did: String) throws -> UTCInstant? {
        try transaction.first(
            "SELECT entered FROM ledger_did_version WHERE did = $1 AND version = $2", [did, version]
        ).map { UTCInstant(seconds: try $0.get(0)) }
    }

    func insertDocument(_ document: [UInt8], version: String, of did: String, at now: UTCInstant) throws {
        try transaction.execute(
            "INSERT INTO ledger_did_version (did, version, document, entered) VALUES ($1, $2, $3, $4)",
            [did, version, document, now.seconds])
    }

    func replaceDocument(_ document: [UInt8], version: String, of did: String) throws {
        try transaction.execute(
            "UPDATE ledger_did_version SET document = $1 WHERE did = $2 AND version = $3", [document, did, version])
    }

    func deleteDID(_ did: String, role: RoleTypeEnum) throws {
        let known = try transaction.first(
            "SELECT 1 FROM ledger_did WHERE did = $1 AND role = $2 FOR UPDATE", [did, role.rawValue])
        guard known != nil else { return }
        try transaction.execute("DELETE FROM ledger_status_change WHERE kind = 'did' AND subject = $1", [did])
        try transaction.execute("DELETE FROM ledger_did_version WHERE did = $1", [did])
        try transaction.execute("DELETE FROM ledger_did WHERE did = $1", [did])
    }

    func use(ofDevice did: String) throws -> DeviceUse {
        let row = try transaction.first(
            """
            SELECT EXISTS (SELECT 1 FROM ledger_did WHERE did = $1),
                EXISTS (SELECT 1 FROM tas_wallet WHERE device_did = $1 AND status = 'CREATED')
            """, [did])
        guard let row, try row.get(0, as: Bool.self) else { return .none }
        return try row.get(1, as: Bool.self) ? .waiting : .owned
    }
}

extension RowPurpose {
    /// The end of a `SELECT` for this purpose.
    var lock: String {
        switch self {
        case .read: ""
        case .change: " FOR UPDATE"
        }
    }
}
