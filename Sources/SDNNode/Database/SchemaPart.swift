import GRDB

/// A part of the node's database: the tables that one folder owns.
protocol SchemaPart {
    /// The first makes the tables as the first release has them; what a later release changes is another one behind it. A name never
    /// changes once a release has it, and no other part has it. Foreign keys must not be deferred: a commit is shared by many writes.
    static var migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] { get }
    /// SQL functions that triggers and queries of the part call.
    static var functions: [DatabaseFunction] { get }
}

extension SchemaPart {
    static var functions: [DatabaseFunction] { [] }
}
