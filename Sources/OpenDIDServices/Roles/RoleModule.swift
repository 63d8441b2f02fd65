import OpenDID_DataModel

/// The part that one server adds to a process: its tables and endpoints.
package protocol RoleModule: Sendable {
    static var role: ServiceRole { get }
    /// The migrations of this server's own tables.
    static var migrations: [ServiceMigration] { get }

    /// Called once at the start, after the server was enrolled and its certificate registered.
    init(_ context: RoleContext) async throws

    func addRoutes(to routes: inout RouteTable)

    /// Returns the kinds of rows in this server's tables that expire.
    func expiredRows() -> [ExpiredRows]

    /// Returns the kinds of rows in this server's tables that expire according to another process.
    func askedRows() -> [AskedRows]
}

extension RoleModule {
    package static var migrations: [ServiceMigration] { [] }

    package func expiredRows() -> [ExpiredRows] { [] }

    package func askedRows() -> [AskedRows] { [] }
}
