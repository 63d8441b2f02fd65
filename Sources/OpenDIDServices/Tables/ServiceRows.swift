/// The rows of a process's database, inside one read or one write. Each engine implements it: SQLite (``SQLiteRows``) and PostgreSQL.
///
/// The tables speak of the values of the servers, and not of SQL. Encrypted values are encrypted by their caller.
package protocol ServiceRows: TransactionTables, StorageTables, RegistryTables, TrustAgentTables, IssuerTables,
    VerifierTables,
    ProviderTables
{}
