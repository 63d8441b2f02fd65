import OpenDID_DataModel

/// One run of a protocol, step by step: says what to send, takes the answer, and keeps the vault in step.
///
/// From the first binding call on, the state is in the vault's journal before the call goes out, in one transaction with what the step
/// changes. After a kill the journal has the very call that may or may not have arrived; servers answer a repeated call as they
/// answered it the first time.
public actor FlowDriver<Flow: ProtocolFlow> {
    /// What the caller has to do next.
    public enum Turn: Sendable {
        /// Send the call and hand the answer to ``FlowDriver/accept(_:)``.
        case call(ServiceCall)
        /// Decide what the protocol leaves to the user; see ``FlowDriver/decide(_:)``.
        case decide
        /// The protocol is through.
        case finished
    }

    /// The run's state.
    public private(set) var flow: Flow
    /// Where the run is.
    public var step: FlowStep { flow.step }

    private let id: String
    private let vault: WalletVault
    private let tools: FlowTools
    private var pending: ServiceCall?
    private(set) var isJournaled: Bool
    /// Here and not in the flow: a flow's state is written down.
    private let registeredLock: SecretText?

    /// A new run.
    /// - Parameter registeredLock: the passcode that locks the wallet with the run's last changes.
    init(_ flow: Flow, id: String, vault: WalletVault, tools: FlowTools, registeringLock registeredLock: SecretText? = nil) {
        self.flow = flow
        self.id = id
        self.vault = vault
        self.tools = tools
        self.registeredLock = registeredLock
        isJournaled = false
    }

    /// A run that was interrupted.
    init(resuming entry: JournalEntry, as type: Flow.Type, vault: WalletVault, tools: FlowTools) throws(WalletError) {
        let record = try FlowRecord<Flow>(entry)
        flow = record.flow
        pending = record.call
        id = entry.id
        self.vault = vault
        self.tools = tools
        registeredLock = nil
        isJournaled = true
    }

    /// What to do next. Asked again before the answer came, it gives the same call.
    public func advance() async throws(WalletError) -> Turn {
        if let pending { return .call(pending) }
        var moved = flow
        switch try await moved.next(tools) {
        case .send(let call, let changes):
            if moved.isBinding {
                try await vault.commit(changes.list + [.putJournal(try FlowRecord(flow: moved, call: call).entry(id: id))])
                isJournaled = true
            } else if !changes.list.isEmpty {
                try await vault.commit(changes.list)
            }
            (flow, pending) = (moved, call)
            return .call(call)
        case .decide:
            flow = moved
            return .decide
        case .finished(let changes):
            try await close(changes, registeringLock: registeredLock)
            flow = moved
            return .finished
        }
    }

    /// Takes the answer to the call.
    public func accept(_ answer: ServiceAnswer) async throws(WalletError) {
        var moved = flow
        try await moved.accept(answer, tools)
        (flow, pending) = (moved, nil)
    }

    /// Takes the user's decision.
    public func decide(_ body: @Sendable (inout Flow, FlowTools) async throws(WalletError) -> Void) async throws(WalletError) {
        var moved = flow
        try await body(&moved, tools)
        flow = moved
    }

    /// What the run yielded.
    public func outcome() throws(WalletError) -> Flow.Outcome { try flow.outcome() }

    /// Ends or keeps a run that met an error.
    ///
    /// Before the first binding call the wallet goes back to where it was. After it, a run without answer stays in the journal to be
    /// resumed; one that was refused is settled by what the registry says.
    /// - Returns: the outcome, when the registry has what the run asked for although its last call was refused.
    /// - Throws: `error` otherwise.
    public func resolve(after error: WalletError) async throws(WalletError) -> Flow.Outcome {
        guard isJournaled else {
            if !flow.rollback.list.isEmpty { try? await vault.commit(flow.rollback.list) }
            throw error
        }
        guard error.isDecision else { throw error }
        return try await settle(after: error)
    }

    /// Ends a run by what the registry says, whatever it still waited for.
    func settle(after error: WalletError) async throws(WalletError) -> Flow.Outcome {
        switch try await flow.settle(tools) {
        case .done(let changes):
            try await close(changes)
            return try flow.outcome()
        case .undone(let changes):
            try await close(changes)
            throw error
        }
    }

    private func close(_ changes: FlowChanges, registeringLock passcode: SecretText? = nil) async throws(WalletError) {
        let all = changes.list + (isJournaled ? [.removeJournal(id)] : [])
        if !all.isEmpty || passcode != nil { try await vault.commit(all, registeringLock: passcode) }
        isJournaled = false
    }
}

extension WalletError {
    /// Whether the other side decided, as opposed to not having answered at all: then sending the same again changes nothing.
    var isDecision: Bool {
        switch code {
        case .refused: serverError?.isTransient != true
        case .answer, .verification, .certificate, .providerKey, .didMismatch, .token: true
        default: false
        }
    }
}
