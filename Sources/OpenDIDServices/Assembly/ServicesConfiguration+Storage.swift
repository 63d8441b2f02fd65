extension ServicesConfiguration {
    /// Opens the database of the process, and prepares the keys that encrypt its data.
    /// - Throws: ``ServicesError``, and the database's errors.
    func openStorage() async throws -> (database: any ServiceDatabase, keys: StorageKeys) {
        switch storage {
        case .memory: return (try openSQLite(.memory), StorageKeys(random: random))
        case .directory(let directory):
            // The keys come first, so that a process with wrong keys creates no database.
            let keys = try StorageKeys(directory: directory, passphrase: passphrase, random: random)
            return (try openSQLite(.directory(directory)), keys)
        case .database(let source):
            guard let passphrase else {
                throw ServicesError(
                    .storageKey, field: "passphrase",
                    reason: "key files would belong to one machine, so \(source.name) needs a passphrase")
            }
            let database = try await source.open(roles)
            do {
                return (database, try await StorageKeys(database: database, passphrase: passphrase, random: random))
            } catch {
                await database.close()
                throw error
            }
        }
    }

    private func openSQLite(_ place: SQLiteDatabase.Place) throws -> SQLiteDatabase {
        try SQLiteDatabase(
            place, roles: roles, migrations: SQLiteSchema.migrations, observer: statementObserver)
    }
}
