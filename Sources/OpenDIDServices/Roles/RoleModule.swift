import OpenDID_DataModel

/// The endpoints that one server adds to a process.
package protocol RoleModule: Sendable {
    static var role: ServiceRole { get }

    /// Creates the server when the process starts. By then, the server is enrolled and its certificate is registered.
    init(_ context: RoleContext) async throws

    func addRoutes(to routes: inout RouteTable)

    /// Returns the kinds of expiring rows in this server's tables.
    func expiredRows() -> [ExpiredRows]

    /// Returns the kinds of expiring rows in this server's tables for which another process must be asked if they have expired.
    func askedRows() -> [AskedRows]
}

extension RoleModule {
    package func expiredRows() -> [ExpiredRows] { [] }

    package func askedRows() -> [AskedRows] { [] }
}
