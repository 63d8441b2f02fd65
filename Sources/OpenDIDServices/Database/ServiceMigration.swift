import GRDB

/// One step of making the tables of a part.
package struct ServiceMigration: Sendable {
    /// Unique among all parts; begins with the part's name and never changes once a release has it.
    package let name: String
    package let apply: @Sendable (Database) throws -> Void

    package init(_ name: String, _ apply: @escaping @Sendable (Database) throws -> Void) {
        self.name = name
        self.apply = apply
    }
}
