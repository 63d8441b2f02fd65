import GRDB
import OpenDID_DataModel

/// What came of a step at the trust agent.
struct TrustAgentStepResult<Answer: Encodable & Sendable>: Sendable {
    let answer: Answer
    let transaction: TrustAgentTransaction
    let used: [UsedNonces.Entry]
    let write: @Sendable (Database) throws -> Void

    /// - Parameters:
    ///   - answer: what is answered.
    ///   - transaction: what is known from here on.
    ///   - used: nonces that are spent with this step.
    ///   - write: further changes, kept together with the step or not at all.
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
    /// The state of a transaction that was opened and no more.
    private static let opened = "propose"

    /// Opens a transaction.
    func open<Answer: Encodable & Sendable>(
        _ transaction: TrustAgentTransaction, _ call: ReceivedCall, answer: (String) -> Answer
    ) async throws -> EncodedAnswer<Answer> {
        try call.requireMessageID()
        return try EncodedAnswer(answer(try await context.transactions.open(transaction.flow.rawValue, step: Self.opened, data: transaction, for: call.client)))
    }

    /// Does a step of the protocols in which it comes, after its predecessor; see ``TransactionStore``.
    /// - Parameter prepare: checks the request, given its SHA-256; what it returns, if anything, is kept before `work`, whatever becomes of that.
    func step<Answer: Encodable & Sendable>(
        _ step: TrustAgentStep, of id: String, _ call: ReceivedCall,
        preparing prepare: ((TrustAgentTransaction, [UInt8]) async throws -> TrustAgentTransaction?)? = nil, _ work: (TrustAgentTransaction) async throws -> TrustAgentStepResult<Answer>
    ) async throws -> EncodedAnswer<Answer> {
        try call.requireMessageID()
        var flows: Set<String> = []
        var predecessors: Set<String> = []
        for flow in TrustAgentFlow.allCases {
            guard let place = flow.steps.firstIndex(of: step) else { continue }
            flows.insert(flow.rawValue)
            predecessors.insert(place == 0 ? Self.opened : flow.steps[place - 1].rawValue)
        }
        // A credential is in this answer and nowhere else: a wallet that comes late still gets it.
        return try await context.transactions.step(
            id, flows: flows, step: step.rawValue, after: predecessors, request: call.body, isPreliminary: step.isPreliminary,
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
