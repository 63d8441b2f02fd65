import OpenDID_DataModel

/// The limits that all processes of a database count together. A database that one process uses alone has none, because memory is faster.
///
/// Clients have names that reveal no address; see ``ClientNames``. Times are those of the database server, unless a method says otherwise, so
/// that the processes' clocks need not agree. Every method is atomic.
package protocol SharedLimits: Sendable {
    /// Takes tokens out of buckets. A bucket without a row is full.
    ///
    /// A bucket gives a sixteenth of its tokens at once, and as many as are wanted if that is more. A process therefore needs a statement for
    /// few requests only, and the last tokens are counted one by one.
    /// - Parameter buckets: buckets with different names.
    /// - Returns: the tokens by the name of the bucket.
    /// - Throws: ``ServiceDatabaseError``, and ``ServicesError`` `stopped` if the database is closed.
    func takeTokens(_ buckets: [SharedBucket]) async throws -> [String: TokenGrant]

    /// Returns the numbers of open transactions.
    /// - Throws: ``ServiceDatabaseError``, and ``ServicesError`` `stopped` if the database is closed.
    func openTransactions(_ query: OpenTransactionQuery) async throws -> OpenTransactionCounts

    /// Counts wrong tokens of a client.
    /// - Parameters:
    ///   - count: the number of wrong tokens to add.
    ///   - memory: the time without a wrong token after which the count starts again from 0.
    /// - Returns: the number of wrong tokens that the client has sent.
    /// - Throws: ``ServiceDatabaseError``, and ``ServicesError`` `stopped` if the database is closed.
    func countWrongTokens(_ count: Int, of client: String, memory: Duration) async throws -> Int

    /// Deletes rows that have the same effect as no row, and rows above a limit. Of those, the buckets with most tokens and the oldest counts
    /// of wrong tokens are deleted first.
    /// - Parameters:
    ///   - most: the number of rows that stay at most, of each kind.
    ///   - limit: the number of rows of each kind that are deleted at most.
    /// - Returns: the number of deleted rows.
    /// - Throws: ``ServiceDatabaseError``, and ``ServicesError`` `stopped` if the database is closed.
    func deleteUnneeded(most: Int, limit: Int) async throws -> Int
}

/// A bucket of tokens, from which each use takes one.
package struct SharedBucket: Sendable, Hashable {
    package let name: String
    /// The number of tokens of a full bucket, at least 1.
    package let burst: Int64
    /// The time after which the bucket has one token more, in microseconds, at least 1.
    package let interval: Int64
    /// The number of requests that wait for a token, at least 1.
    package let wanted: Int

    /// The longest time in which a bucket refills: about ten years, in microseconds.
    private static let longest: Double = 300_000_000_000_000

    /// Creates a bucket. A burst that takes too long to refill is shortened, so that no sum of times overflows.
    package init(name: String, rate: ServiceLimits.Rate, wanted: Int = 1) {
        (self.name, self.wanted) = (name, max(wanted, 1))
        let interval = min(max((1_000_000 / rate.perSecond).rounded(), 1), Self.longest)
        self.interval = Int64(interval)
        burst = Int64(max(min(rate.burst, Self.longest / interval), 1))
    }
}

/// The tokens that a process took out of a bucket.
package struct TokenGrant: Sendable, Hashable {
    /// The number of tokens. It is 0 if the bucket was empty.
    package let tokens: Int
    /// The time until the bucket has a token again, if it was empty.
    package let wait: Duration
    /// True if the bucket had no row before.
    package let isNew: Bool

    package init(tokens: Int, wait: Duration, isNew: Bool) {
        (self.tokens, self.wait, self.isNew) = (tokens, wait, isNew)
    }
}

/// The client that opened a transaction, by its names in the database.
package struct TransactionOpener: Sendable, Hashable {
    package let client: String
    /// The name of the network that the client shares with others, if it has one.
    package let network: String?

    package init(client: String, network: String?) { (self.client, self.network) = (client, network) }
}

/// A question about the open transactions.
package struct OpenTransactionQuery: Sendable, Hashable {
    package let opener: TransactionOpener
    /// True if the transactions of all clients together are counted too.
    package let countsAll: Bool
    /// The time of the process. Transactions that have expired do not count.
    package let now: UTCInstant
    /// The limits of the client, of its network and of all clients. Further transactions are not counted.
    package let most: OpenTransactionCounts

    package init(opener: TransactionOpener, countsAll: Bool, now: UTCInstant, most: OpenTransactionCounts) {
        (self.opener, self.countsAll, self.now, self.most) = (opener, countsAll, now, most)
    }
}

/// The numbers of open transactions.
package struct OpenTransactionCounts: Sendable, Hashable {
    package var client: Int
    package var network: Int
    package var all: Int

    package init(client: Int, network: Int, all: Int) {
        (self.client, self.network, self.all) = (client, network, all)
    }
}

/// Gives clients names that contain no address, because rows and backups are read by more people than memory. The names are keyed hashes, the
/// same in all processes with the same passphrase.
struct ClientNames: Sendable {
    /// The length of a name. It stands for 128 bits.
    private static let length = 32
    private let hash: @Sendable (_ text: String) -> String

    /// Creates the names.
    /// - Parameter hash: returns a keyed hash as at least 32 hexadecimal digits.
    init(hash: @escaping @Sendable (_ text: String) -> String) { self.hash = hash }

    /// Returns the name of a client or network.
    /// - Parameter purpose: the kind of row. Names of different kinds cannot be compared.
    func name(of client: String, for purpose: String) -> String {
        String(hash("\(purpose)/\(client)").prefix(Self.length))
    }
}
