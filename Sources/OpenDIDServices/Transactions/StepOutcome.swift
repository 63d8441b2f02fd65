import GRDB

/// See ``StepOutcome/around``.
package typealias StepAround = @Sendable (
    _ keep: @Sendable ([@Sendable (Database) throws -> Void]) async throws -> [UInt8]
) async throws -> [UInt8]

/// What came of a step's work: kept and answered together, or not at all.
package struct StepOutcome<Data: Codable & Sendable, Answer: Encodable & Sendable>: Sendable {
    /// What is answered now and to the same request again.
    package var answer: Answer
    /// What the transaction knows from here on.
    package var data: Data
    /// Further changes: each runs inside the SQLite transaction in which the step is kept. What one throws undoes all.
    package var writes: [@Sendable (Database) throws -> Void]
    /// Does what has to be done elsewhere before the step is kept, keeps it with further changes of its own, and returns what that returns.
    /// What it throws leaves the transaction where it was; what it did elsewhere is done once more when the request is repeated.
    package var around: StepAround?

    package init(_ answer: Answer, data: Data, writes: [@Sendable (Database) throws -> Void] = [], around: StepAround? = nil) {
        self.answer = answer
        self.data = data
        self.writes = writes
        self.around = around
    }
}

/// A refusal that leaves a mark: the transaction stays where it was, and what it knows changes all the same. For nonces that are spent by
/// the attempt, whether it succeeds or not.
package struct StepRefusal<Data: Codable & Sendable>: Error {
    package let error: ServiceError
    package let data: Data

    package init(_ error: ServiceError, data: Data) {
        self.error = error
        self.data = data
    }
}
