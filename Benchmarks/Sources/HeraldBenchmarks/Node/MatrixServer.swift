/// A homeserver under measurement, in a process of its own.
protocol MatrixServer: AnyObject {
    /// The name of the server in the table.
    var name: String { get }
    var port: Int { get }
    /// The memory that the server holds now, in MB.
    var megabytes: Double { get }
    /// The processor time that the server has used, in milliseconds.
    var milliseconds: Double { get }
    /// Registers accounts.
    /// - Throws: errors of the connections, and ``MatrixFailure`` if the server refuses a request.
    func people(_ prefix: String, _ count: Int) throws -> [MatrixPerson]
}

/// An account of a homeserver.
struct MatrixPerson: Sendable {
    let user: String
    let token: String
}

/// A homeserver did not answer as the measurement needs it.
struct MatrixFailure: Error, CustomStringConvertible { let description: String }
