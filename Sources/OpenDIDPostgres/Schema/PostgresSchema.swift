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
}
