import OpenDID_DataModel

/// The protocol transactions of the servers and their completed steps. A role's server finds its own transactions by the name of the role.
package protocol TransactionTables {
    /// Stores a new transaction with revision 0.
    /// - Throws: the database's errors, one of which says that the transaction exists.
    func insertTransaction(_ transaction: NewTransaction) throws

    /// Returns a transaction, or `nil` if it does not exist.
    /// - Parameter step: the step whose stored result is returned as well.
    /// - Throws: the database's errors.
    func transaction(_ id: String, of role: String, step: String) throws -> StoredTransaction?

    /// Changes a transaction and adds 1 to its revision.
    /// - Returns: false, and changes nothing, if the transaction does not have the expected revision.
    /// - Throws: the database's errors.
    func changeTransaction(_ change: TransactionChange) throws -> Bool

    /// Changes a transaction as ``changeTransaction(_:)`` does, stores a completed step, and makes its name the state of the transaction.
    /// - Returns: false, and changes nothing, if the transaction does not have the expected revision.
    /// - Throws: the database's errors.
    func completeStep(_ step: CompletedStep, _ change: TransactionChange) throws -> Bool

    /// Deletes the transactions whose rows are not needed any more, with their steps. The oldest ones are deleted first.
    /// - Returns: the number of deleted transactions.
    /// - Throws: the database's errors.
    func deleteExpiredTransactions(before now: UTCInstant, limit: Int) throws -> Int
}

/// The description of a transaction, without its data.
package struct TransactionInfo: Sendable, Hashable {
    /// The transaction's UUID.
    package let id: String
    /// The protocol, such as `M210`.
    package let flow: String
    /// The last completed step.
    package let state: String
    package let created: UTCInstant
    /// The time from which steps of the transaction are refused.
    package let expires: UTCInstant

    package init(id: String, flow: String, state: String, created: UTCInstant, expires: UTCInstant) {
        (self.id, self.flow, self.state, self.created, self.expires) = (id, flow, state, created, expires)
    }
}

package struct NewTransaction: Sendable, Hashable {
    /// The name of the server's role.
    package let role: String
    package let info: TransactionInfo
    /// The time after which the row is deleted.
    package let forgotten: UTCInstant
    /// The encrypted data of the transaction.
    package let data: [UInt8]
    /// The client that opened the transaction, if the database counts open transactions. Only a database of several processes stores it.
    package let opener: TransactionOpener?

    package init(
        role: String, info: TransactionInfo, forgotten: UTCInstant, data: [UInt8], opener: TransactionOpener? = nil
    ) {
        (self.role, self.info, self.forgotten, self.data) = (role, info, forgotten, data)
        self.opener = opener
    }
}

package struct StoredTransaction: Sendable, Hashable {
    package let info: TransactionInfo
    /// The number of changes since the transaction was stored.
    package let revision: Int64
    /// The encrypted data of the transaction.
    package let data: [UInt8]
    /// The stored result of the requested step, if the step was completed before.
    package let done: CompletedStep?

    package init(info: TransactionInfo, revision: Int64, data: [UInt8], done: CompletedStep?) {
        (self.info, self.revision, self.data, self.done) = (info, revision, data, done)
    }
}

package struct CompletedStep: Sendable, Hashable {
    package let step: String
    /// SHA-256 of the request.
    package let request: [UInt8]
    package let answer: [UInt8]

    package init(step: String, request: [UInt8], answer: [UInt8]) {
        (self.step, self.request, self.answer) = (step, request, answer)
    }
}

package struct TransactionChange: Sendable, Hashable {
    /// The name of the server's role.
    package let role: String
    package let id: String
    /// The revision that the transaction must have.
    package let revision: Int64
    /// The new data in encrypted form.
    package let data: [UInt8]
    /// The new expiry, unless the transaction's own is later.
    package let expires: UTCInstant
    /// The new time after which the row is deleted, unless the transaction's own is later.
    package let forgotten: UTCInstant
    /// False if the transaction does not count as open any more after a completed step, because it has changed other data.
    package let isOpen: Bool

    package init(
        role: String, id: String, revision: Int64, data: [UInt8], expires: UTCInstant, forgotten: UTCInstant,
        isOpen: Bool = true
    ) {
        (self.role, self.id, self.revision) = (role, id, revision)
        (self.data, self.expires, self.forgotten) = (data, expires, forgotten)
        self.isOpen = isOpen
    }
}
