import OpenDID_DataModel

/// What one server adds to a process: its tables and its endpoints.
package protocol RoleModule: Sendable {
    static var role: ServiceRole { get }
    /// The tables of this server alone.
    static var migrations: [ServiceMigration] { get }

    /// Called once at start, when the server is enrolled and its certificate is registered.
    init(_ context: RoleContext) async throws

    func addRoutes(to routes: inout RouteTable)

    /// What of this server's tables is over some day.
    func expiredRows() -> [ExpiredRows]

    /// What of this server's tables is over when another process says so.
    func askedRows() -> [AskedRows]
}

extension RoleModule {
    package static var migrations: [ServiceMigration] { [] }

    package func expiredRows() -> [ExpiredRows] { [] }

    package func askedRows() -> [AskedRows] { [] }
}
