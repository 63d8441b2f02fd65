import HeraldPeer

/// For whom the database is read. Readers are few, and some reads take long: whoever has many of them waits for their own, and not
/// everybody else. One address may have hundreds of accounts, so an address has its share as well, whoever its users are.
enum ReadTurns {
    /// Reads that run at once; SQLite's pool has as many connections.
    static let readers = 5
    /// Of them for one client.
    static let perClient = 2
    /// Of them for all users of one address.
    static let perAddress = 2
    /// The nice value of a thread that reads for a client. Commits and event loops go before it, as they go before the threads of requests.
    static let niceness: Int32 = 10

    /// A user, or the address of who calls without being one; `nil` for the node itself, which waits for nobody.
    @TaskLocal static var client: String?

    /// Reads when it is the turn of ``client`` among its own, and of its address among all.
    struct Lines: Sendable {
        private let clients = BuildTurns(limits: AnswerLimits(buildsAtOnce: .max, buildsPerAddress: ReadTurns.perClient))
        private let addresses = BuildTurns(limits: AnswerLimits(buildsAtOnce: ReadTurns.readers, buildsPerAddress: ReadTurns.perAddress))

        func take<T>(_ client: String, _ read: () async throws -> T) async throws -> T {
            let address = RemoteNetwork.current.isEmpty ? client : RemoteNetwork.current
            return try await clients.take(client, isBegun: true) {
                try await addresses.take(address, isBegun: true, read)
            }
        }
    }
}
