import HeraldPeer

/// The turns in which clients read the database. The database has few connections for reading, and some reads take long. A client with many reads
/// therefore waits for its own earlier reads and does not delay other clients. One address may have hundreds of accounts, so each address has a limit
/// as well.
enum ReadTurns {
    /// The most reads that run at once. The pool has as many connections; ``SharedReads`` has its own.
    static let readers = 5
    /// The most reads of one client that run at once.
    static let perClient = 2
    /// The most reads of all users of one address that run at once.
    static let perAddress = 2
    /// The nice value of a thread that reads for a client. Commits and event loops have a higher priority.
    static let niceness: Int32 = 10

    /// The queues of reads. A read first waits until its client has fewer than ``perClient`` running reads. It then waits until its address has fewer
    /// than ``perAddress``, and all addresses together have fewer than ``readers``.
    struct Queues: Sendable {
        private let clients = BuildTurns(
            limits: AnswerLimits(buildsAtOnce: .max, buildsPerAddress: ReadTurns.perClient))
        private let addresses = BuildTurns(
            limits: AnswerLimits(buildsAtOnce: ReadTurns.readers, buildsPerAddress: ReadTurns.perAddress))

        func take<T>(_ requester: Requester, _ read: () async throws -> T) async throws -> T {
            try await clients.take(requester.client, isBegun: true) {
                try await addresses.take(requester.address, isBegun: true, read)
            }
        }
    }
}
