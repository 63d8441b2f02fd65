import HeraldJSON
import OpenDID_DataModel

/// Drives one run of a protocol step by step. It returns the calls to send, receives the answers, and stores the changes in the vault.
///
/// From the first call that may change the registry on, the driver writes the run's state to the vault's journal before each call. The same
/// transaction stores the changes of the step. If the process is killed, the journal contains the call, which may or may not have reached
/// the server. Sending the call again is safe, because servers answer a repeated call as they answered it the first time. Some servers do
/// not, so the journal also keeps an answer that could not be checked yet (``ProtocolFlow/keepsAnswer``).
///
/// ```swift
/// let driver = try await wallet.issuance(planId: plan, issuer: issuer, unlock: .pin(pin))
/// if case .call(let call) = try await driver.advance() { print(call.method.rawValue, call.url) }
/// ```
public actor FlowDriver<Flow: ProtocolFlow> {
    /// The action that the caller must take next.
    public enum Turn: Sendable {
        /// Send the call and pass the answer to ``FlowDriver/accept(_:)``.
        case call(ServiceCall)
        /// Let the user decide, and pass the decision to ``FlowDriver/decide(_:)``.
        case decide
        /// The run has ended.
        case finished
    }

    public private(set) var flow: Flow
    /// The current step of the run.
    public var step: FlowStep { flow.step }
    /// The later calls that may be sent at the same time as the current call. See ``ProtocolFlow/ahead``.
    public var ahead: [ServiceCall] { flow.ahead }

    private let id: String
    private let vault: WalletVault
    private let tools: FlowTools
    private var pending: ServiceCall?
    /// The answer to the current call if the journal has it and the flow has not accepted it yet.
    private var kept: ServiceAnswer?
    private(set) var isJournaled: Bool
    /// True if the current call was sent before and may have succeeded, although the wallet received no valid answer.
    private var isRepeated = false
    /// The passcode is stored in memory only. It is not a part of the flow, because the state of a flow is written to the journal.
    private let registeredLock: SecretText?

    /// Creates a new run.
    /// - Parameter registeredLock: the passcode of the new lock, if the run registers one. The lock is registered together with the last
    /// changes of the run.
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

    /// Creates a run that continues an interrupted run from its journal entry.
    init(resuming entry: JournalEntry, as type: Flow.Type, vault: WalletVault, tools: FlowTools) throws(WalletError) {
        let record = try FlowRecord<Flow>(entry)
        flow = record.flow
        pending = record.call
        kept = record.answer.map { ServiceAnswer(status: 200, body: Array($0.utf8)) }
        id = entry.id
        self.vault = vault
        self.tools = tools
        registeredLock = nil
        isJournaled = true
    }

    /// Returns the action that the caller must take next. A second call before the answer arrives returns the same call to the server. If
    /// the journal has the answer, the answer is checked instead, and the call is returned only if the answer is not valid.
    /// - Throws: ``WalletError`` if the step cannot be prepared or stored, or if a stored answer still cannot be checked.
    public func advance() async throws(WalletError) -> Turn {
        if let pending {
            guard let kept else { return .call(pending) }
            do throws(WalletError) {
                try await accept(kept)
            } catch {
                guard error.isDecision else { throw error }
                (self.kept, isRepeated) = (nil, true)
                return .call(pending)
            }
        }
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

    /// Does work for later steps while the server processes a call. See ``ProtocolFlow/prepare(_:)``. It must end before ``accept(_:)`` is
    /// called.
    public func prepare() async {
        var moved = flow
        guard (try? await moved.prepare(tools)) != nil else { return }
        flow = moved
    }

    /// Receives the server's answer to the call that ``advance()`` returned.
    /// - Throws: ``WalletError`` as ``ProtocolFlow/accept(_:_:)`` does.
    public func accept(_ answer: ServiceAnswer) async throws(WalletError) {
        var moved = flow
        do throws(WalletError) {
            try await moved.accept(answer, toolsKeeping(answer))
        } catch {
            if !error.isDecision { await keep(answer) }
            throw error
        }
        (flow, pending, kept, isRepeated) = (moved, nil, nil, false)
    }

    /// Returns the tools for checking an answer. If the flow wants the answer in the journal, the first look-up writes it there before the
    /// request is sent. Most checks need no look-up, and the next step then stores the checked answer.
    private func toolsKeeping(_ answer: ServiceAnswer) -> FlowTools {
        guard wantsInJournal(answer) else { return tools }
        var tools = tools
        tools.trust = tools.trust.beforeRequests { await self.keep(answer) }
        return tools
    }

    /// True if the flow wants the answer in the journal and it is not there. The journal keeps no refusal, because the call may succeed when it
    /// is sent again.
    private func wantsInJournal(_ answer: ServiceAnswer) -> Bool {
        isJournaled && flow.keepsAnswer && answer.status == 200 && answer != kept
    }

    /// Writes an answer to the journal. An answer that cannot be stored is checked all the same.
    private func keep(_ answer: ServiceAnswer) async {
        guard wantsInJournal(answer), let pending,
            let entry = try? FlowRecord(flow: flow, call: pending, answer: answer.body).entry(id: id),
            (try? await vault.commit([.putJournal(entry)])) != nil
        else { return }
        kept = answer
    }

    /// Records that the current call is sent again although it may have succeeded.
    func noteRepetition() { isRepeated = true }

    /// Returns the error that a caller of the run receives. If the current call may have succeeded before it was refused, the protocol says
    /// what was lost (``ProtocolFlow/explaining(_:)``).
    /// - Parameter error: the error of ``resolve(after:)``.
    func explained(_ error: WalletError) -> WalletError {
        isRepeated && error.isDecision ? flow.explaining(error) : error
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
    /// If the run cannot have changed the registry yet, the wallet's earlier state is restored. Otherwise the outcome depends on the last
    /// call. If the call got no answer, the run stays in the journal and can be resumed. If the call was refused, the driver asks the
    /// registry if the run has succeeded.
    /// - Returns: the result of the run, if the registry has the requested change although the last call was refused.
    /// - Throws: `error`, in all other cases.
    public func resolve(after error: WalletError) async throws(WalletError) -> Flow.Outcome {
        guard isJournaled else {
            if !flow.rollback.list.isEmpty { try? await vault.commit(flow.rollback.list) }
            throw error
        }
        guard error.isDecision else { throw error }
        return try await settle(after: error)
    }

    /// Asks the registry if the run has succeeded, and ends the run with this result, even if the run still waits for a server's answer.
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
    /// True if the error is a server's decision, so that sending the same call again is useless. False if no server decided.
    var isDecision: Bool {
        switch code {
        case .refused: serverError?.isTransient != true
        case .answer, .verification, .certificate, .providerKey, .didMismatch, .token: true
        default: false
        }
    }
}

/// The stored form of a run: the state of the protocol, the call to send next, and its answer if it has arrived already.
struct FlowRecord<Flow: ProtocolFlow>: Codable, Sendable {
    var flow: Flow
    var call: ServiceCall
    /// The body of the answer. `nil` if the journal has no answer.
    var answer: String?

    /// Returns the entry for the journal.
    /// - Throws: ``WalletError`` with code `storage` if the state cannot be written, or is too long to be read again. A run with such an entry
    ///   could not be ended, and would block the wallet.
    func entry(id: String) throws(WalletError) -> JournalEntry {
        let bytes = try translating(.storage, "journal") { try JSONModelEncoder().compactBytes(self) }
        guard bytes.count <= JSONLimits.journal.maxBytes else {
            throw WalletError(.storage, field: "journal", reason: "the state of the run is too long")
        }
        return JournalEntry(id: id, flow: Flow.name, state: bytes)
    }

    init(flow: Flow, call: ServiceCall, answer: [UInt8]? = nil) {
        self.flow = flow
        self.call = call
        // An answer that is not UTF-8 is not valid JSON, and the check refuses the altered text too.
        self.answer = answer.map { String(decoding: $0, as: UTF8.self) }
    }

    init(_ entry: JournalEntry) throws(WalletError) {
        self = try translating(.damaged, "journal") {
            try JSONModelDecoder(limits: .journal).decode(Self.self, from: entry.state)
        }
    }
}

extension JSONLimits {
    /// The limits of a journal entry. The state of a run contains parts of answers, at a greater depth than the answers themselves. It may
    /// also contain a whole answer as a text, in which escapes take more space.
    static let journal = JSONLimits(maxBytes: 64 << 20, maxDepth: JSONLimits.depthCeiling, refusesDuplicates: true)
}
