import HeraldPostgres
import OpenDID_DataModel

/// The tables of a schema. They include the tables of roles that a process does not run, as in SQLite.
enum PostgresSchema {
    /// The migrations in the order of their numbers. A released migration keeps its number, so a later one of any role is added at the end.
    static let migrations: [PostgresMigration] =
        PostgresTransactionSchema.migrations + PostgresStorageSchema.migrations + PostgresRegistrySchema.migrations
        + PostgresTrustAgentSchema.migrations + PostgresIssuerSchema.migrations + PostgresVerifierSchema.migrations
        + PostgresProviderSchema.migrations + PostgresLimitSchema.migrations

    /// Returns the name of the schema of a process with these roles. The trust agent shares its schema with the registry, and with all roles
    /// of its process.
    static func name(for roles: Set<ServiceRole>) -> String {
        let names = roles.contains(.tas) ? [.tas] : ServiceRole.allCases.filter { roles.contains($0) }
        return (["opendid"] + names.map(\.rawValue)).joined(separator: "_")
    }

    /// Returns the roles of the processes that use a schema, or `nil` if ``name(for:)`` does not give its name. Roles that share the process of
    /// the trust agent are not in the name.
    static func roles(of schema: String) -> Set<ServiceRole>? {
        let words = schema.split(separator: "_", omittingEmptySubsequences: false).dropFirst()
        let roles = Set(words.compactMap { ServiceRole(rawValue: String($0)) })
        return roles.isEmpty || name(for: roles) != schema ? nil : roles
    }
}
