import GRDB

/// A part of the node's database: the tables that one folder owns.
protocol SchemaPart {
    /// The migrations of the part. The first one creates the tables of the first release. Later releases append further ones. A name never changes
    /// once it is released, and names are unique among all parts. Foreign keys must not be deferred, because many writes share a commit.
    static var migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] { get }
    /// The SQL functions that triggers and queries of the part call.
    static var functions: [DatabaseFunction] { get }
}

extension SchemaPart {
    static var functions: [DatabaseFunction] { [] }
}
