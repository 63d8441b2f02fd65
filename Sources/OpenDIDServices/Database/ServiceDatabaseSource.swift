import OpenDID_DataModel

/// A database server for the data of a process. The module of its engine creates it, such as `OpenDIDPostgres` for PostgreSQL.
public struct ServiceDatabaseSource: Sendable, Hashable, CustomStringConvertible {
    /// The name of the database for messages, such as `postgres://host/database`. It contains no password.
    public let name: String
    /// Opens the database for the roles of a process, and creates or migrates its tables.
    package let open: @Sendable (_ roles: Set<ServiceRole>) async throws -> any ServiceDatabase

    /// Creates a source.
    /// - Parameters:
    ///   - name: the name of the database, without secrets. Sources with equal names are equal.
    ///   - open: opens the database. It throws ``ServicesError`` if the database cannot be opened.
    package init(
        name: String, open: @escaping @Sendable (_ roles: Set<ServiceRole>) async throws -> any ServiceDatabase
    ) {
        (self.name, self.open) = (name, open)
    }

    public var description: String { name }

    public static func == (left: ServiceDatabaseSource, right: ServiceDatabaseSource) -> Bool {
        left.name == right.name
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
