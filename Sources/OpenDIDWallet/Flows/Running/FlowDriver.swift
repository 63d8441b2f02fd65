import HeraldJSON
import OpenDID_DataModel

/// Drives one run of a protocol step by step. It returns the calls to send, receives the answers, and stores the changes in the vault.
///
/// From the first binding call on, the state is in the vault's journal before the call is sent, in one transaction with the changes of the
/// step. If the process is killed, the journal has the call that may or may not have arrived. Servers answer a repeated call as they
/// answered it the first time.
public actor FlowDriver<Flow: ProtocolFlow> {
    /// The next task of the caller.
    public enum Turn: Sendable {
        /// Send the call and pass the answer to ``FlowDriver/accept(_:)``.
        case call(ServiceCall)
        /// Let the user decide; see ``FlowDriver/decide(_:)``.
        case decide
        /// The run has ended.
        case finished
    }

    public private(set) var flow: Flow
    /// The current step of the run.
    public var step: FlowStep { flow.step }
    /// The calls that come after the present one and may be sent at the same time. See ``ProtocolFlow/ahead``.
    public var ahead: [ServiceCall] { flow.ahead }

    private let id: String
    private let vault: WalletVault
    private let tools: FlowTools
    private var pending: ServiceCall?
    private(set) var isJournaled: Bool
    /// The passcode is not in the flow, because a flow's state is stored.
    private let registeredLock: SecretText?

    /// Creates a new run.
    /// - Parameter registeredLock: the passcode of a lock that is registered with the run's last changes.
    init(
        _ flow: Flow, id: String, vault: WalletVault, tools: FlowTools,
        registeringLock registeredLock: SecretText? = nil
    ) {
        self.flow = flow
        self.id = id
        self.vault = vault
        self.tools = tools
        self.registeredLock = registeredLock
        isJournaled = false
    }

    /// Creates the run of a journal entry that was interrupted.
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

    /// Returns the next task. If it is called again before the answer, it returns the same call.
    /// - Throws: ``WalletError`` if the step cannot be prepared or stored.
    public func advance() async throws(WalletError) -> Turn {
        if let pending { return .call(pending) }
        var moved = flow
        switch try await moved.next(tools) {
        case .send(let call, let changes):
            if moved.isBinding {
                try await vault.commit(
                    changes.list + [.putJournal(try FlowRecord(flow: moved, call: call).entry(id: id))])
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

    /// Does work for the coming steps while the call is under way. See ``ProtocolFlow/prepare(_:)``. It has to end before
    /// ``accept(_:)`` is called.
    public func prepare() async {
        var moved = flow
        guard (try? await moved.prepare(tools)) != nil else { return }
        flow = moved
    }

    /// Receives the answer to the call.
    /// - Throws: ``WalletError`` as ``ProtocolFlow/accept(_:_:)`` does.
    public func accept(_ answer: ServiceAnswer) async throws(WalletError) {
        var moved = flow
        try await moved.accept(answer, tools)
        (flow, pending) = (moved, nil)
    }

    /// Applies the user's decision.
    /// - Throws: the error of `body`.
    public func decide(_ body: @Sendable (inout Flow, FlowTools) async throws(WalletError) -> Void)
        async throws(WalletError)
    {
        var moved = flow
        try await body(&moved, tools)
        flow = moved
    }

    /// Returns the result of the run.
    /// - Throws: ``WalletError`` with code `state` if the run has not ended.
    public func outcome() throws(WalletError) -> Flow.Outcome { try flow.outcome() }

    /// Handles an error of the run.
    ///
    /// Before the first binding call, the wallet's earlier state is restored. After it, a run without an answer stays in the journal and
    /// can be resumed. A refused run is settled with the registry.
    /// - Returns: the result, if the registry has the requested change although the last call was refused.
    /// - Throws: `error` otherwise.
    public func resolve(after error: WalletError) async throws(WalletError) -> Flow.Outcome {
        guard isJournaled else {
            if !flow.rollback.list.isEmpty { try? await vault.commit(flow.rollback.list) }
            throw error
        }
        guard error.isDecision else { throw error }
        return try await settle(after: error)
    }

    /// Ends a run with the registry's answer, even if it still waits for a server.
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
    /// True if the server decided, so that sending the same call again is useless. False if the server did not answer.
    var isDecision: Bool {
        switch code {
        case .refused: serverError?.isTransient != true
        case .answer, .verification, .certificate, .providerKey, .didMismatch, .token: true
        default: false
        }
    }
}

/// The stored state of a run: the protocol's state and the next call.
struct FlowRecord<Flow: ProtocolFlow>: Codable, Sendable {
    var flow: Flow
    var call: ServiceCall

    func entry(id: String) throws(WalletError) -> JournalEntry {
        let bytes = try translating(.storage, "journal") { try JSONModelEncoder().canonicalBytes(self) }
        return JournalEntry(id: id, flow: Flow.name, state: bytes)
    }

    init(flow: Flow, call: ServiceCall) {
        self.flow = flow
        self.call = call
    }

    init(_ entry: JournalEntry) throws(WalletError) {
        self = try translating(.damaged, "journal") { try JSONModelDecoder().decode(Self.self, from: entry.state) }
    }
}
