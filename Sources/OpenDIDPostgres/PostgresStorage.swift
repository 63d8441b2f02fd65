import HeraldPostgres
import OpenDIDServices
import OpenDID_DataModel

extension ServicesConfiguration.Storage {
    /// The most connections that one process may use.
    static let mostConnections = 1_000

    /// Stores the data in a PostgreSQL database, which any number of processes and machines share.
    ///
    /// The trust agent's process uses the schema `opendid_tas`. A process without the trust agent uses a schema that its roles name, such as
    /// `opendid_issuer`, and requests the registry from the trust agent. Schemas and tables are created at the first start.
    ///
    /// ```swift
    /// let configuration = ServicesConfiguration(
    ///     storage: try .postgres("postgres://opendid@db.example.org/opendid?sslmode=verify-full"),
    ///     passphrase: passphrase)
    /// ```
    /// - Parameters:
    ///   - url: the address, with every parameter that libpq knows. libpq takes the password from the URL, or else from `PGPASSWORD` or its
    ///     password file.
    ///   - connections: the connections that this process opens at most. Defaults to 8.
    /// - Throws: `ServicesError` `configuration` if the URL or the number is wrong. The error contains no text of the URL.
    public static func postgres(_ url: String, connections: Int = 8) throws(ServicesError) -> Self {
        guard (1...mostConnections).contains(connections) else {
            throw ServicesError(
                .configuration, field: "connections", reason: "a number from 1 to \(mostConnections) expected")
        }
        let address: PostgresURL
        do throws(PostgresError) {
            address = try PostgresURL(url)
        } catch {
            throw ServicesError(
                .configuration, field: ServicesError.databaseField, reason: ServicesError.text(error))
        }
        return .database(
            ServiceDatabaseSource(name: address.description) { roles in
                var configuration = try PostgresConfiguration(address, schema: PostgresSchema.name(for: roles))
                configuration.limits.connections = connections
                return try await PostgresDatabase.open(configuration)
            })
    }
}
