import OpenDID_DataModel

/// The type of ``StepOutcome/around``: a function that does work outside the database and then stores the step.
package typealias StepAround =
    @Sendable (
        _ keep: @Sendable ([@Sendable (any ServiceRows) throws -> Void]) async throws -> [UInt8]
    ) async throws -> [UInt8]

/// The result of a step. Either all of it is stored and the answer is sent, or nothing is stored.
package struct StepOutcome<Data: Codable & Sendable, Answer: Encodable & Sendable>: Sendable {
    /// The answer to this request and to its repetitions.
    package var answer: Answer
    /// The new data of the transaction.
    package var data: Data
    /// Further writes. They run in the database transaction that stores the step. If one of them throws an error, nothing is stored.
    package var writes: [@Sendable (any ServiceRows) throws -> Void]
    /// Does work outside the database, then calls `keep` to store the step with further writes, and returns the result of `keep`. If the
    /// closure throws an error, the transaction is not changed. If the request is then repeated, the closure does the work outside the
    /// database again.
    package var around: StepAround?

    package init(
        _ answer: Answer, data: Data, writes: [@Sendable (any ServiceRows) throws -> Void] = [],
        around: StepAround? = nil
    ) {
        self.answer = answer
        self.data = data
        self.writes = writes
        self.around = around
    }

    /// Stores the step with `keep`, after the work outside the database.
    func stored(_ keep: @Sendable (StepOutcome) async throws -> [UInt8]) async throws -> [UInt8] {
        guard let around else { return try await keep(self) }
        return try await around { more in
            var whole = self
            whole.writes += more
            return try await keep(whole)
        }
    }
}

/// The error of a refused step that changes the data of the transaction, but not its state. It is needed to count failed attempts, which
/// the data of the transaction contains.
package struct StepRefusal<Data: Codable & Sendable>: Error {
    package let error: ServiceError
    package let data: Data

    package init(_ error: ServiceError, data: Data) {
        self.error = error
        self.data = data
    }
}

/// A server's error codes for its transactions (OpenDID sheet 5.1, 5.3).
package struct TransactionCodes: Sendable, Hashable {
    package let unknown: ServiceErrorCode
    /// The code for a step that is not the next one, or that was completed with another request.
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
