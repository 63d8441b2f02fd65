import Foundation
import GRDB
import OpenDID_DataModel

extension SQLiteRows {
    package func provider(_ did: String, for purpose: RowPurpose) throws -> RegisteredProvider? {
        try providers("WHERE did = ?", [did]).first
    }

    package func providers(role: RoleTypeEnum) throws -> [RegisteredProvider] {
        try providers("WHERE role = ? ORDER BY did", [role.rawValue])
    }

    package func providers(role: RoleTypeEnum, after offset: Int, limit: Int) throws -> [RegisteredProvider] {
        try providers("WHERE role = ? ORDER BY did LIMIT ? OFFSET ?", [role.rawValue, limit, offset])
    }

    package func providerURLs(role: RoleTypeEnum, except did: String) throws -> [String] {
        try String.fetchAll(
            db.cachedStatement(sql: "SELECT base_url FROM ledger_provider WHERE role = ? AND did <> ?"),
            arguments: [role.rawValue, did])
    }

    package func saveProvider(_ provider: RegisteredProvider) throws {
        try db.executeCached(
            sql: """
                INSERT INTO ledger_provider (did, role, name, certificate_ref, base_url, certificate) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (did) DO UPDATE SET role = excluded.role, name = excluded.name, certificate_ref = excluded.certificate_ref,
                    base_url = excluded.base_url, certificate = excluded.certificate
                """,
            arguments: [
                provider.did, provider.role.rawValue, provider.name, provider.certVcRef, provider.baseURL,
                provider.certificate.map { Data($0) },
            ])
    }

    private func providers(_ condition: String, _ arguments: StatementArguments) throws -> [RegisteredProvider] {
        let statement = try db.cachedStatement(
            sql: "SELECT did, role, name, certificate_ref, base_url, certificate FROM ledger_provider \(condition)")
        return try Row.fetchAll(statement, arguments: arguments).compactMap { row in
            guard let role = RoleTypeEnum(rawValue: row[1]) else { return nil }
            return RegisteredProvider(
                did: row[0], role: role, name: row[2], certVcRef: row[3], baseURL: row[4],
                certificate: (row[5] as Data?).map { [UInt8]($0) })
        }
    }
}
