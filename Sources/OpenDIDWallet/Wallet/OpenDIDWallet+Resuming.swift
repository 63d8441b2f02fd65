import HeraldJSON
import OpenDID_DataModel

/// The result of a run that was interrupted.
public struct ResumedRun: Sendable, Hashable {
    /// The value of ``flow`` for a result that belongs to no protocol. It means that the wallet uses keys or a credential again, because
    /// the registry has them.
    public static let recovery = "recovery"

    /// The protocol's name, such as `register-user`, or ``recovery``.
    public let flow: String
    /// The reason why the run was undone, or `nil` if it was completed.
    public let refusal: WalletError?
}

extension OpenDIDWallet {
    /// Ends every run that was interrupted. The call that may not have arrived is sent again unchanged, unless the journal has its answer.
    /// The run is then completed, or the wallet's earlier state is restored. The wallet also asks the registry again about data that was set
    /// aside. Call it when a wallet is opened.
    /// - Returns: the result of each run.
    /// - Throws: ``WalletError`` with code `transport` if the servers still do not answer, or with code `damaged` if the stored state of a run
    ///   cannot be read. The runs then stay in the journal.
    @discardableResult
    public func resume() async throws(WalletError) -> [ResumedRun] {
        try await exclusively { () throws(WalletError) in
            var ended: [ResumedRun] = []
            for entry in try await self.vault.journalEntries() {
                ended.append(try await self.resume(entry))
            }
            try await self.dropLeftovers()
            if await self.recoverIfPossible() { ended.append(ResumedRun(flow: ResumedRun.recovery, refusal: nil)) }
            return ended
        }
    }

    /// Ends every run that was interrupted, with the result that the registry shows. No call is sent again. It is for servers that never
    /// answer the repeated call. An answer that the journal has is accepted first, because it may contain the only copy of a credential.
    ///
    /// A run whose stored state cannot be read is given up if nothing is lost with its journal entry. Its result has a
    /// ``ResumedRun/refusal`` with code `damaged`. The entry of a wallet creation, and that of an issuance that may have an answer, are kept.
    /// - Parameter givingUp: true to end also the runs that would be kept. A credential that was issued and could not be checked is then lost.
    ///   Defaults to false.
    /// - Returns: the result of each run.
    /// - Throws: ``WalletError`` if the registry does not answer, or if a server that is needed for the check of such an answer does not, or
    ///   with code `damaged` if an entry that is kept cannot be read. The run then stays in the journal.
    @discardableResult
    public func settle(givingUp: Bool = false) async throws(WalletError) -> [ResumedRun] {
        try await exclusively { () throws(WalletError) in
            var ended: [ResumedRun] = []
            for entry in try await self.vault.journalEntries() {
                ended.append(try await self.settle(entry, givingUp: givingUp))
            }
            try await self.dropLeftovers()
            if await self.recoverIfPossible() { ended.append(ResumedRun(flow: ResumedRun.recovery, refusal: nil)) }
            return ended
        }
    }

    private func resume(_ entry: JournalEntry) async throws(WalletError) -> ResumedRun {
        func run<Flow: ProtocolFlow>(_ type: Flow.Type) async throws(WalletError) -> ResumedRun {
            let driver = try FlowDriver(
                resuming: entry, as: type, vault: vault, tools: tools(VaultFlowKeys(vault: vault)))
            do {
                _ = try await runner.run(driver, progress: nil)
                return ResumedRun(flow: entry.flow, refusal: nil)
            } catch {
                guard error.isDecision else { throw error }
                return ResumedRun(flow: entry.flow, refusal: await driver.flow.explaining(error))
            }
        }
        return try await run(try Self.type(of: entry))
    }

    private func settle(_ entry: JournalEntry, givingUp: Bool) async throws(WalletError) -> ResumedRun {
        func run<Flow: ProtocolFlow>(_ type: Flow.Type) async throws(WalletError) -> ResumedRun {
            let driver: FlowDriver<Flow>
            do {
                driver = try FlowDriver(
                    resuming: entry, as: type, vault: vault, tools: tools(VaultFlowKeys(vault: vault)))
            } catch {
                guard givingUp || FlowCatalogue.isDisposable(entry) else { throw error }
                return try await giveUp(entry)
            }
            let reason = WalletError(
                .unfinished, field: entry.flow, reason: "the registry does not have the result of the run")
            do {
                _ = try await driver.advance()
            } catch {
                // An answer that is not valid contains nothing to lose. Any other error may pass, and the answer must not be lost until then.
                guard givingUp || error.isDecision else { throw error }
            }
            do {
                _ = try await driver.settle(after: reason)
                return ResumedRun(flow: entry.flow, refusal: nil)
            } catch {
                guard error == reason else { throw error }
                return ResumedRun(flow: entry.flow, refusal: await driver.flow.explaining(error))
            }
        }
        return try await run(try Self.type(of: entry))
    }

    /// Deletes the entry of a run that cannot be read.
    private func giveUp(_ entry: JournalEntry) async throws(WalletError) -> ResumedRun {
        try await vault.commit([.removeJournal(entry.id)])
        let refusal = WalletError(
            .damaged, field: "journal", reason: "the state of the run cannot be read, so the run was given up")
        return ResumedRun(flow: entry.flow, refusal: refusal)
    }

    private static func type(of entry: JournalEntry) throws(WalletError) -> any ProtocolFlow.Type {
        guard let type = FlowCatalogue.flow(named: entry.flow) else {
            throw WalletError(.damaged, field: "journal", reason: "the journal has a run of an unknown protocol")
        }
        return type
    }
}

/// The list of all protocols. The name in a journal entry selects one of them.
private enum FlowCatalogue {
    static let all: [any ProtocolFlow.Type] = [
        CreateWalletFlow.self, PersonalizeFlow.self, DepersonalizeFlow.self, RegisterUserFlow.self,
        UpdateDocumentFlow.self,
        RestoreFlow.self, IssueCredentialFlow.self, RevokeFlow.self, PresentFlow.self,
    ]

    static func flow(named name: String) -> (any ProtocolFlow.Type)? { all.first { $0.name == name } }

    /// True if an entry that cannot be read contains nothing that the wallet has nowhere else. Documents, keys and credentials of a run are
    /// in rows of their own, and the registry knows what became of them.
    static func isDisposable(_ entry: JournalEntry) -> Bool {
        switch entry.flow {
        case CreateWalletFlow.name:
            // Only the entry has the wallet's id.
            return false
        case IssueCredentialFlow.name:
            // An answer that was not checked yet is only in the entry, and it contains the credential.
            let part = try? JSONModelDecoder(limits: .journal).decode(AnswerOfEntry.self, from: entry.state)
            return part.map { $0.answer == nil } ?? false
        default:
            return true
        }
    }

    /// The only member of a ``FlowRecord`` that may be the only copy of something.
    private struct AnswerOfEntry: Decodable { let answer: String? }
}
