import OpenDID_DataModel

/// What became of a run that was interrupted.
public struct ResumedRun: Sendable, Hashable {
    /// Instead of a protocol's name: the wallet turned back to keys or a credential that the registry has after all.
    public static let recovery = "recovery"

    /// The protocol's name, such as `register-user`, or ``recovery``.
    public let flow: String
    /// `nil` when it is through; otherwise why it was taken back.
    public let refusal: WalletError?
}

extension OpenDIDWallet {
    /// Ends every run that was interrupted: the call that may not have arrived is sent again, word for word, and the run goes on; or the
    /// wallet goes back to where it was. The registry is asked again about what it was said not to have. Call it when a wallet is opened.
    /// - Returns: what became of each run.
    /// - Throws: ``WalletError`` `transport` when the servers still do not answer; the run then waits for the next try.
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

    /// Ends every run that was interrupted by what the registry says, without sending anything again: for servers that never answer the
    /// repeated call.
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
            let driver = try FlowDriver(resuming: entry, as: type, vault: vault, tools: tools(VaultFlowKeys(vault: vault)))
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
            let driver = try FlowDriver(resuming: entry, as: type, vault: vault, tools: tools(VaultFlowKeys(vault: vault)))
            let reason = WalletError(.unfinished, field: entry.flow, reason: "the registry does not have what the run asked for")
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
            throw WalletError(.damaged, field: "journal", reason: "a run of an unknown protocol is in the journal")
        }
        return type
    }
}
