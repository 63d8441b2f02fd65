import GRDB

/// A version of a part's tables: the first release's, or what a later one changes.
package struct ServiceMigration: Sendable {
    /// Unique among all parts; begins with the part's name and never changes once a release has it.
    package let name: String
    package let apply: @Sendable (Database) throws -> Void

    package init(_ name: String, _ apply: @escaping @Sendable (Database) throws -> Void) {
        self.name = name
        self.apply = apply
    }
}
