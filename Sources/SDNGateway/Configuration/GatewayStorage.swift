/// The place of a gateway's data.
package enum GatewayStorage: Sendable, Hashable {
    /// In memory, until the process ends; for tests.
    case memory
    /// A SQLite file, for the gateways of one machine.
    case sqlite(path: String)
    /// A PostgreSQL database, for gateways on any number of machines.
    case postgres(url: String)

    private static let sqlitePrefix = "sqlite:"

    /// Reads the value of `--database`: `sqlite:` and a path, or a URL that begins with `postgres://`.
    /// - Throws: ``GatewayError`` naming `database`. It contains no text of the URL, which may have a password.
    package init(_ text: String) throws(GatewayError) {
        if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
            self = .postgres(url: text)
        } else if text.hasPrefix(Self.sqlitePrefix), text.utf8.count > Self.sqlitePrefix.utf8.count,
            !text.utf8.contains(0)
        {
            self = .sqlite(path: String(text.dropFirst(Self.sqlitePrefix.count)))
        } else {
            throw GatewayError(
                .configuration, field: "database", reason: "write postgres://… or sqlite: and the path of a file")
        }
    }
}
