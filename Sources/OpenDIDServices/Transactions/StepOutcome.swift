import GRDB
import OpenDID_DataModel

/// The type of ``StepOutcome/around``.
package typealias StepAround =
    @Sendable (
        _ keep: @Sendable ([@Sendable (Database) throws -> Void]) async throws -> [UInt8]
    ) async throws -> [UInt8]

/// The result of a step. It is stored and answered as a whole or not at all.
package struct StepOutcome<Data: Codable & Sendable, Answer: Encodable & Sendable>: Sendable {
    /// The answer to this request and to its repetitions.
    package var answer: Answer
    /// The new data of the transaction.
    package var data: Data
    /// Further writes. They run in the SQLite transaction that stores the step. An error in one of them undoes all.
    package var writes: [@Sendable (Database) throws -> Void]
    /// Does work outside the database, then calls `keep` to store the step with further writes, and returns the result of `keep`.
    /// If it throws, the transaction stays unchanged. A repeated request does the outside work again.
    package var around: StepAround?

    package init(
        _ answer: Answer, data: Data, writes: [@Sendable (Database) throws -> Void] = [], around: StepAround? = nil
    ) {
        self.answer = answer
        self.data = data
        self.writes = writes
        self.around = around
    }
}

/// A refusal that changes the transaction's data but not its state. It is used for nonces, which a failed attempt uses up as well.
package struct StepRefusal<Data: Codable & Sendable>: Error {
    package let error: ServiceError
    package let data: Data

    package init(_ error: ServiceError, data: Data) {
        self.error = error
        self.data = data
    }
}

/// The facts about a transaction, without its data.
package struct TransactionInfo: Sendable, Hashable {
    /// The transaction's UUID.
    package let id: String
    /// The protocol, such as `M210`.
    package let flow: String
    /// The last completed step.
    package let state: String
    package let created: UTCInstant
    /// The time from which the transaction is refused.
    package let expires: UTCInstant
}

/// A server's error codes for its transactions (OpenDID sheet 5.1, 5.3).
package struct TransactionCodes: Sendable, Hashable {
    package let unknown: ServiceErrorCode
    /// The step is not the next one, or it was completed with another request.
    package let invalid: ServiceErrorCode
    package let expired: ServiceErrorCode

    static let tas = TransactionCodes(
        unknown: TASError.transactionUnknown, invalid: TASError.transactionInvalid, expired: TASError.transactionExpired
    )
    static let issuer = TransactionCodes(
        unknown: IssuerError.transactionUnknown, invalid: IssuerError.transactionInvalid,
        expired: IssuerError.transactionExpired)
    static let verifier = TransactionCodes(
        unknown: VerifierError.transactionUnknown, invalid: VerifierError.transactionInvalid,
        expired: VerifierError.transactionExpired)
}
