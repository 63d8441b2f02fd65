import GRDB
import OpenDID_DataModel

/// The result of a step at the trust agent.
struct TrustAgentStepResult<Answer: Encodable & Sendable>: Sendable {
    let answer: Answer
    let transaction: TrustAgentTransaction
    let used: [UsedNonces.Entry]
    let write: @Sendable (Database) throws -> Void

    /// - Parameters:
    ///   - answer: the answer.
    ///   - transaction: the new data of the transaction.
    ///   - used: the nonces that the step uses up.
    ///   - write: further changes, which are stored in the same transaction as the step.
    init(
        _ answer: Answer, _ transaction: TrustAgentTransaction, using used: [UsedNonces.Entry] = [],
        write: @escaping @Sendable (Database) throws -> Void = { _ in }
    ) {
        self.answer = answer
        self.transaction = transaction
        self.used = used
        self.write = write
    }
}

extension TrustAgent {
    /// The state of a transaction that was only opened.
    private static let opened = "propose"

    func open<Answer: Encodable & Sendable>(
        _ transaction: TrustAgentTransaction, _ call: ReceivedCall, answer: (String) -> Answer
    ) async throws -> EncodedAnswer<Answer> {
        try call.requireMessageID()
        return try EncodedAnswer(
            answer(
                try await context.transactions.open(
                    transaction.flow.rawValue, step: Self.opened, data: transaction, for: call.client)))
    }

    /// Performs a step after its predecessor in any of its protocols; see ``TransactionStore``.
    /// - Parameter prepare: checks the request and receives its SHA-256. Data that it returns is stored before `work` runs, regardless of its result.
    func step<Answer: Encodable & Sendable>(
        _ step: TrustAgentStep, of id: String, _ call: ReceivedCall,
        preparing prepare: ((TrustAgentTransaction, [UInt8]) async throws -> TrustAgentTransaction?)? = nil,
        _ work: (TrustAgentTransaction) async throws -> TrustAgentStepResult<Answer>
    ) async throws -> EncodedAnswer<Answer> {
        try call.requireMessageID()
        var flows: Set<String> = []
        var predecessors: Set<String> = []
        for flow in TrustAgentFlow.allCases {
            guard let place = flow.steps.firstIndex(of: step) else { continue }
            flows.insert(flow.rawValue)
            predecessors.insert(place == 0 ? Self.opened : flow.steps[place - 1].rawValue)
        }
        // Only this answer has the credential, so that a late wallet must still get it.
        return try await context.transactions.step(
            id, flows: flows, step: step.rawValue, after: predecessors, request: call.body,
            isPreliminary: step.isPreliminary,
            repeatsLate: step == .requestIssueVC, preparing: prepare
        ) { (transaction: TrustAgentTransaction, _: TransactionInfo) in
            let done = try await work(transaction)
            let remember: @Sendable (Database) throws -> Void = { db in
                for entry in done.used where try !UsedNonces.insert(entry, in: db) {
                    throw TASError.clientNonceInvalid("a message with this nonce was accepted before")
                }
            }
            return StepOutcome(done.answer, data: done.transaction, writes: [remember, done.write])
        }
    }
}
