import Foundation
import GRDB
import HeraldJSON
import OpenDID_DataModel

/// Reads the registry's tables inside a SQLite transaction.
package enum LedgerReading {
    /// Returns the newest document of a DID with the DID's current status, or `nil` if the DID is not registered.
    package static func newest(of did: String, in db: any ServiceRows) throws -> ResolvedDID? {
        guard let row = try head(of: did, in: db), let bytes = try versionBytes(of: did, row.newest, in: db) else {
            return nil
        }
        return ResolvedDID(
            document: try JSONModelDecoder().decode(DIDDocument.self, from: bytes), status: row.status,
            terminated: row.terminated)
    }

    /// Returns the registry's record of a credential.
    package static func meta(of id: String, in db: any ServiceRows) throws -> VCMeta? {
        let statement = try db.cachedStatement(sql: "SELECT meta FROM ledger_credential WHERE id = ?")
        guard let bytes = try Data.fetchOne(statement, arguments: [id]) else { return nil }
        return try JSONModelDecoder().decode(VCMeta.self, from: [UInt8](bytes))
    }

    /// The registry's data about a DID, without the documents.
    struct Head: Sendable {
        let status: DIDStatus
        let newest: String
        let terminated: UTCInstant?
        /// A number that changes with every change of the DID or its documents.
        let revision: Int64
    }

    static func head(of did: String, in db: any ServiceRows) throws -> Head? {
        let statement = try db.cachedStatement(
            sql: "SELECT status, newest, terminated, revision FROM ledger_did WHERE did = ?")
        guard let row = try Row.fetchOne(statement, arguments: [did]) else { return nil }
        // A status that this version of Herald does not know is treated as `terminated`, the strictest status.
        return Head(
            status: DIDStatus(rawValue: row[0]) ?? .terminated, newest: row[1],
            terminated: (row[2] as Int64?).map { UTCInstant(seconds: $0) }, revision: row[3])
    }

    /// True if at least this number of versions of a DID's document were entered since a point in time. Versions are numbered without gaps,
    /// so one look-up is enough.
    static func hasEntered(_ count: Int, of did: String, since moment: UTCInstant, in db: any ServiceRows) throws -> Bool {
        guard let newest = try head(of: did, in: db).flatMap({ Int($0.newest) }), newest >= count else { return false }
        let statement = try db.cachedStatement(
            sql: "SELECT entered FROM ledger_did_version WHERE did = ? AND version = ?")
        return try Int64.fetchOne(statement, arguments: [did, String(newest - count + 1)]).map { $0 > moment.seconds }
            ?? false
    }

    static func versionBytes(of did: String, _ version: String, in db: any ServiceRows) throws -> [UInt8]? {
        let statement = try db.cachedStatement(
            sql: "SELECT document FROM ledger_did_version WHERE did = ? AND version = ?")
        return try Data.fetchOne(statement, arguments: [did, version]).map { [UInt8]($0) }
    }
}

extension DeviceUse {
    /// Returns the use of a device, from the registry and the trust agent's wallets.
    static func find(_ did: String, in db: any ServiceRows) throws -> DeviceUse {
        let statement = try db.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM ledger_did WHERE did = ?),
                    EXISTS (SELECT 1 FROM tas_wallet WHERE device_did = ? AND status = 'CREATED')
                """)
        guard let row = try Row.fetchOne(statement, arguments: [did, did]), row[0] as Bool else { return .none }
        return row[1] as Bool ? .waiting : .owned
    }
}
