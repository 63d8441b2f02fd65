import GRDB

/// A part of the node's database: the tables that one folder owns, made step by step.
protocol SchemaPart {
    /// In order; a name never changes once a release has it. Foreign keys must not be deferred: a commit is shared by many writes.
    static var migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] { get }
    /// SQL functions that triggers and queries of the part call.
    static var functions: [DatabaseFunction] { get }
}

extension SchemaPart {
    static var functions: [DatabaseFunction] { [] }
}
