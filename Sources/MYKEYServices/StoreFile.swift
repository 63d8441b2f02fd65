import HeraldLocks

/// Prepares the file of a database. Only its owner may read it, because an id that is stored for a pending login is as sensitive as a
/// password.
enum StoreFile {
    /// Creates the file if it does not exist. If it exists, removes the permissions of other users.
    /// - Throws: ``MYKEYServicesError`` with code `database`.
    static func prepare(_ path: String) throws(MYKEYServicesError) {
        do throws(PrivateFile.Failure) {
            try PrivateFile.prepareDatabase(path)
        } catch {
            throw MYKEYServicesError(.database, field: path, reason: "the file \(error.reason)")
        }
    }
}
