import HeraldPostgres
import OpenDIDServices
import OpenDID_DataModel

extension PostgresRows {
    func provider(_ did: String, for purpose: RowPurpose) throws -> RegisteredProvider? {
        try providers("WHERE did = $1\(purpose.lock)", [did]).first
    }

    func providers(role: RoleTypeEnum) throws -> [RegisteredProvider] {
        try providers("WHERE role = $1 ORDER BY did", [role.rawValue])
    }

    func providers(role: RoleTypeEnum, after offset: Int, limit: Int) throws -> [RegisteredProvider] {
        try providers("WHERE role = $1 ORDER BY did LIMIT $2 OFFSET $3", [role.rawValue, limit, offset])
    }

    func providerURLs(role: RoleTypeEnum, except did: String) throws -> [String] {
        try transaction.rows(
            "SELECT base_url FROM ledger_provider WHERE role = $1 AND did <> $2", [role.rawValue, did]
        ).map { try $0.get(0) }
    }

    func saveProvider(_ provider: RegisteredProvider) throws {
        try transaction.execute(
            """
            INSERT INTO ledger_provider (did, role, name, certificate_ref, base_url, certificate)
            VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (did) DO UPDATE
            SET role = excluded.role, name = excluded.name, certificate_ref = excluded.certificate_ref,
                base_url = excluded.base_url, certificate = excluded.certificate
            """,
            [
                provider.did, provider.role.rawValue, provider.name, provider.certVcRef, provider.baseURL,
                provider.certificate,
            ])
    }

    private func providers(_ condition: String, _ values: [any PostgresParameter]) throws -> [RegisteredProvider] {
        try transaction.rows(
            "SELECT did, role, name, certificate_ref, base_url, certificate FROM ledger_provider \(condition)", values
        ).compactMap { row in
            guard let role = RoleTypeEnum(rawValue: try row.get(1)) else { return nil }
            return RegisteredProvider(
                did: try row.get(0), role: role, name: try row.get(2), certVcRef: try row.get(3),
                baseURL: try row.get(4), certificate: try row.get(5))
        }
    }
}
