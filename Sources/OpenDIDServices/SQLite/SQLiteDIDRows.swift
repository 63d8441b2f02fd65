import Foundation
import GRDB
import OpenDID_DataModel

extension SQLiteRows {
    package func didHead(_ did: String, for purpose: RowPurpose) throws -> DIDHead? {
        let statement = try db.cachedStatement(
            sql: "SELECT status, newest, terminated, revision FROM ledger_did WHERE did = ?")
        return try Row.fetchOne(statement, arguments: [did]).map {
            DIDHead(status: $0[0], newest: $0[1], terminated: $0[2], revision: $0[3])
        }
    }

    package func insertDID(_ did: String, role: RoleTypeEnum, newest: String, at now: UTCInstant) throws {
        try db.executeCached(
            sql: "INSERT INTO ledger_did (did, role, status, newest, revision) VALUES (?, ?, ?, ?, ?)",
            // The first revision is the present time. A DID that is deleted and registered again therefore never gets a revision that is
            // still in a cache.
            arguments: [did, role.rawValue, DIDStatus.activated.rawValue, newest, now.seconds])
    }

    package func setNewestVersion(_ version: String, of did: String) throws {
        try db.executeCached(
            sql: "UPDATE ledger_did SET newest = ?, revision = revision + 1 WHERE did = ?", arguments: [version, did])
    }

    package func setDIDStatus(_ status: DIDStatus, of did: String, terminated: UTCInstant?) throws {
        try db.executeCached(
            sql: "UPDATE ledger_did SET status = ?, terminated = ?, revision = revision + 1 WHERE did = ?",
            arguments: [status.rawValue, terminated?.seconds, did])
    }

    package func document(_ version: String, of did: String) throws -> [UInt8]? {
        let statement = try db.cachedStatement(
            sql: "SELECT document FROM ledger_did_version WHERE did = ? AND version = ?")
        return try Data.fetchOne(statement, arguments: [did, version]).map { [UInt8]($0) }
    }

    package func entryTime(ofDocument version: String, of did: String) throws -> UTCInstant? {
        let statement = try db.cachedStatement(
            sql: "SELECT entered FROM ledger_did_version WHERE did = ? AND version = ?")
        return try Int64.fetchOne(statement, arguments: [did, version]).map { UTCInstant(seconds: $0) }
    }

    package func insertDocument(_ document: [UInt8], version: String, of did: String, at now: UTCInstant) throws {
        try db.executeCached(
            sql: "INSERT INTO ledger_did_version (did, version, document, entered) VALUES (?, ?, ?, ?)",
            arguments: [did, version, Data(document), now.seconds])
    }

    package func replaceDocument(_ document: [UInt8], version: String, of did: String) throws {
        try db.executeCached(
            sql: "UPDATE ledger_did_version SET document = ? WHERE did = ? AND version = ?",
            arguments: [Data(document), did, version])
    }

    package func deleteDID(_ did: String, role: RoleTypeEnum) throws {
        guard
            try String.fetchOne(db.cachedStatement(sql: "SELECT role FROM ledger_did WHERE did = ?"), arguments: [did])
                == role.rawValue
        else { return }
        try db.executeCached(
            sql: "DELETE FROM ledger_status_change WHERE kind = 'did' AND subject = ?", arguments: [did])
        try db.executeCached(sql: "DELETE FROM ledger_did_version WHERE did = ?", arguments: [did])
        try db.executeCached(sql: "DELETE FROM ledger_did WHERE did = ?", arguments: [did])
    }

    package func use(ofDevice did: String) throws -> DeviceUse {
        let statement = try db.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM ledger_did WHERE did = ?),
                    EXISTS (SELECT 1 FROM tas_wallet WHERE device_did = ? AND status = 'CREATED')
                """)
        guard let row = try Row.fetchOne(statement, arguments: [did, did]), row[0] as Bool else { return .none }
        return row[1] as Bool ? .waiting : .owned
    }
}
