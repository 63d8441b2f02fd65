import Foundation
import GRDB
import OpenDID_DataModel

extension Registry {
    package func provider(_ did: String) async throws -> RegisteredProvider? {
        try await database.read { db in try Self.provider(did, in: db) }
    }

    /// Returns a provider by its DID, inside a SQLite transaction.
    package static func provider(_ did: String, in db: any ServiceRows) throws -> RegisteredProvider? {
        try providers(in: db, where: "did", is: did).first
    }

    package func providers(_ role: RoleTypeEnum) async throws -> [RegisteredProvider] {
        try await database.read { db in try Self.providers(in: db, where: "role", is: role.rawValue) }
    }

    /// Enters or replaces a provider.
    package func save(_ provider: RegisteredProvider) async throws {
        try await database.write { db in try Self.save(provider, in: db) }
    }

    /// Enters or replaces a provider, inside a SQLite transaction.
    package static func save(_ provider: RegisteredProvider, in db: any ServiceRows) throws {
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

    /// True if another provider of the same role has this URL. An issuer's URL is part of the IDs of its schemas, so two issuers must not
    /// share a URL.
    static func isTaken(_ url: String, of role: RoleTypeEnum, for did: String, in db: any ServiceRows) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT base_url FROM ledger_provider WHERE role = ? AND did <> ?")
        let urls = try String.fetchCursor(statement, arguments: [role.rawValue, did])
        while let other = try urls.next() {
            if spelling(other) == spelling(url) { return true }
        }
        return false
    }

    /// Returns the form in which two URLs are compared. Letter case and a slash at the end make no difference.
    private static func spelling(_ url: String) -> String {
        let text = url.lowercased()
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// Returns at most `limit` providers of a role, sorted by DID, after the first `offset` ones.
    static func providers(of role: RoleTypeEnum, after offset: Int, limit: Int, in db: any ServiceRows) throws
        -> [RegisteredProvider]
    {
        try providers(in: db, "WHERE role = ? ORDER BY did LIMIT ? OFFSET ?", [role.rawValue, limit, offset])
    }

    private static func providers(in db: any ServiceRows, where column: String, is value: String) throws
        -> [RegisteredProvider]
    {
        try providers(in: db, "WHERE \(column) = ? ORDER BY did", [value])
    }

    private static func providers(in db: any ServiceRows, _ condition: String, _ arguments: StatementArguments) throws
        -> [RegisteredProvider]
    {
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
