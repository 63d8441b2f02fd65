import GRDB

/// A migration of one component's tables: the first version, or a later change.
package struct ServiceMigration: Sendable {
    /// The migration's name, which is unique and begins with the component's name. It never changes once it has been released.
    package let name: String
    package let apply: @Sendable (Database) throws -> Void

    package init(_ name: String, _ apply: @escaping @Sendable (Database) throws -> Void) {
        self.name = name
        self.apply = apply
    }
}
