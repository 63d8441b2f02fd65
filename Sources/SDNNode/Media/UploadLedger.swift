import SDNWire
import Synchronization

/// The running uploads of users. The ledger keeps the simultaneous uploads of a user from exceeding the quota together.
final class UploadLedger: Sendable {
    private struct Account {
        var open = 0
        /// The bytes that the user's running uploads have received so far.
        var underWay: Int64 = 0
        /// The bytes of files that were stored since the user last had no running upload. An upload that read the database before a file was stored
        /// must add that file's bytes.
        var stored: Int64 = 0
    }

    private let accounts = Mutex<[String: Account]>([:])
    private let quota: Int64

    private let atOnce: Int

    /// - Parameters:
    ///   - quota: the most bytes of one user's files, running uploads included.
    ///   - atOnce: the most running uploads of one user.
    init(quota: Int64, atOnce: Int = .max) {
        self.quota = quota
        self.atOnce = atOnce
    }

    static let full = StatusedError(
        status: 403,
        error: MatrixError(.resourceLimitExceeded, "Your files use all the space that you have on this node."))

    /// Counts the bytes of one upload. ``close(isStored:)`` must be called when the upload ends, even if nothing was stored.
    final class Share: Sendable {
        private let ledger: UploadLedger
        private let user: String
        private let mine = Mutex<(taken: Int64, stored: Int64, before: Int64)>((0, 0, 0))

        fileprivate init(_ ledger: UploadLedger, user: String) {
            self.ledger = ledger
            self.user = user
        }

        /// Sets the bytes of files that the user has in the database. They must be read after the share was opened.
        func begin(stored: Int64) {
            let before = ledger.storedSinceOpened(user)
            mine.withLock { ($0.stored, $0.before) = (stored, before) }
        }

        /// Counts bytes that have arrived.
        /// - Throws: ``UploadLedger/full`` if the user's quota is used up.
        func take(_ count: Int) throws {
            let (stored, before) = mine.withLock { ($0.stored, $0.before) }
            try ledger.take(Int64(count), of: user, stored: stored, before: before)
            mine.withLock { $0.taken += Int64(count) }
        }

        /// Ends the upload.
        /// - Parameter isStored: true if the file was stored.
        func close(isStored: Bool) {
            let taken = mine.withLock { mine in
                defer { mine.taken = 0 }
                return mine.taken
            }
            ledger.close(taken, of: user, isStored: isStored)
        }
    }

    /// Begins to count an upload.
    /// - Throws: `M_LIMIT_EXCEEDED` if the user has as many running uploads as allowed.
    func open(_ user: String) throws(MatrixError) -> Share {
        let isOpen = accounts.withLock { accounts in
            guard accounts[user]?.open ?? 0 < atOnce else { return false }
            accounts[user, default: Account()].open += 1
            return true
        }
        guard isOpen else {
            throw MatrixError(
                .limitExceeded, "You are already uploading \(atOnce) files, which is the limit.",
                retryAfter: .seconds(1))
        }
        return Share(self, user: user)
    }

    /// The number of users with running uploads; for tests.
    var count: Int { accounts.withLock(\.count) }

    private func storedSinceOpened(_ user: String) -> Int64 { accounts.withLock { $0[user]?.stored ?? 0 } }

    private func take(_ count: Int64, of user: String, stored: Int64, before: Int64) throws {
        try accounts.withLock { accounts in
            var account = accounts[user, default: Account()]
            let others = account.underWay.addingReportingOverflow(account.stored - before)
            let (sum, overflow) = others.partialValue.addingReportingOverflow(count)
            guard !others.overflow, !overflow, sum <= quota - min(quota, stored) else { throw Self.full }
            account.underWay += count
            accounts[user] = account
        }
    }

    private func close(_ count: Int64, of user: String, isStored: Bool) {
        accounts.withLock { accounts in
            guard var account = accounts[user] else { return }
            account.open -= 1
            account.underWay -= count
            if isStored { account.stored += count }
            accounts[user] = account.open > 0 ? account : nil
        }
    }
}
