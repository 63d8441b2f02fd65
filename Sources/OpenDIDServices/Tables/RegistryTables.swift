/// The tables of the registry (OpenDID sheet 3.1, 3.5, 3.6, 5.12). They make none of the registry's checks.
package protocol RegistryTables: DIDTable, CredentialStatusTable, CatalogueTable, AppTable, ProviderTable, QuotaTable {
    /// Runs writes, and undoes only them if `body` throws. The earlier writes of the transaction stay.
    /// - Throws: the errors of `body`, and the database's errors.
    func undoingOnError(_ body: () throws -> Void) throws
}

/// The purpose for which a row is read. PostgreSQL locks a row that is to be changed until the transaction ends. SQLite has one writer, and
/// locks no rows.
package enum RowPurpose: Sendable {
    case read
    /// A later write of the same transaction depends on the row. This purpose is only for writes.
    case change
}
