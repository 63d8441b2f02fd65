/// The migrations of all tables. They include the tables of roles that a process does not run, because processes with other roles may use
/// the same file.
enum SQLiteSchema {
    static var migrations: [SQLiteMigration] {
        RegistrySchema.migrations + TransactionSchema.migrations + StorageSchema.migrations
            + TrustAgentSchema.migrations
            + IssuerSchema.migrations + VerifierSchema.migrations + ProviderSchema.migrations
    }
}
