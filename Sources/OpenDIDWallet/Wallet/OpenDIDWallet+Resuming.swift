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
    /// - Throws: ``WalletError`` with code `transport` if the servers still do not answer. The runs then stay in the journal.
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
    /// answer the repeated call.
    /// - Returns: the result of each run.
    /// - Throws: ``WalletError`` if the registry does not answer.
    @discardableResult
    public func settle() async throws(WalletError) -> [ResumedRun] {
        try await exclusively { () throws(WalletError) in
            var ended: [ResumedRun] = []
            for entry in try await self.vault.journalEntries() {
                ended.append(try await self.settle(entry))
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

    private func settle(_ entry: JournalEntry) async throws(WalletError) -> ResumedRun {
        func run<Flow: ProtocolFlow>(_ type: Flow.Type) async throws(WalletError) -> ResumedRun {
            let driver = try FlowDriver(
                resuming: entry, as: type, vault: vault, tools: tools(VaultFlowKeys(vault: vault)))
            let reason = WalletError(
                .unfinished, field: entry.flow, reason: "the registry does not have the result of the run")
            // A stored answer is accepted, because it may contain a credential. An error is ignored: a look-up that always fails must not
            // keep the run from ending.
            _ = try? await driver.advance()
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
}
