/// Commands of a shell that run PostgreSQL's own programs. They contain no password.
enum BackupCommand {
    /// Returns the command that writes schemas into a file. The file gets its name when it is complete.
    /// - Parameter address: the database, as keywords and values of libpq.
    static func dump(_ schemas: [String], of address: String, to file: String) -> String {
        let draft = quoted(file + ".new")
        let chosen = schemas.map { "--schema=\($0)" }.joined(separator: " ")
        return "umask 077 && pg_dump --format=custom --no-owner --no-privileges --strict-names \(chosen) "
            + "--file=\(draft) --dbname=\(quoted(address)) && mv \(draft) \(quoted(file))"
    }

    /// Returns the command that creates the schemas of a dump in another database: all of them, or none if one exists.
    static func restore(_ file: String, to address: String) -> String {
        "pg_restore --single-transaction --exit-on-error --no-owner --no-privileges "
            + "--dbname=\(quoted(address)) \(quoted(file))"
    }

    /// Returns a text as one word of a shell.
    static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: #"'\''"#) + "'" }
}
