import OpenDID_DataModel

/// If the registry answers that it does not have a document or a credential, the wallet sets the data aside (``RetiredDocument``), because
/// the answer is not signed. The functions of this extension ask the registry again. The wallet then uses the data that the registry has.
extension OpenDIDWallet {
    /// Runs a protocol. If a server refuses, possibly because the wallet's keys are not the registered ones, the wallet asks the registry
    /// which data it has.
    func run<Flow: ProtocolFlow>(
        _ driver: FlowDriver<Flow>, progress: FlowProgress?, deciding: FlowRunner.Decision<Flow>? = nil
    ) async throws(WalletError) -> Flow.Outcome {
        do {
            return try await runner.run(driver, progress: progress, deciding: deciding)
        } catch {
            guard error.mayMeanOtherKeys, await recoverIfPossible() else { throw await driver.explained(error) }
            throw WalletError(
                .recovered, field: error.field,
                reason:
                    "the wallet now has the registry's state, so try again; the error before was: \(error.reason)",
                serverError: error.serverError)
        }
    }

    /// Asks the registry about data that was set aside, and uses what the registry has. Errors are ignored.
    /// - Returns: true if something changed.
    func recoverIfPossible() async -> Bool {
        let keys = (try? await recoverDocument()) ?? false
        let credentials = (try? await recoverCredentials()) ?? false
        return keys || credentials
    }

    /// Recovers a document before new keys are created, because a document that was sent earlier may have been registered after all.
    /// - Throws: ``WalletError`` with code `transport` if the registry does not answer.
    func recoverBeforeNewKeys() async throws(WalletError) {
        guard try await vault.retiredDocuments(.holder).contains(where: { !$0.wasRegistered }) else { return }
        _ = try await recoverDocument()
    }

    private func recoverDocument() async throws(WalletError) -> Bool {
        let retired = try await vault.retiredDocuments(.holder)
        guard !retired.isEmpty else { return false }
        var answers: [String: ResolvedDID?] = [:]
        if let current = try await vault.document(.holder) {
            let found = try await trust.registered(current.id)
            guard !FlowChecks.isRegistered(current, as: found) else { return false }
            answers[current.id] = .some(found)
            // While the registry knows the DID of the current document, documents of other DIDs are not considered.
            if found != nil { return try await takeBack(retired.filter { $0.document.id == current.id }, &answers) }
        }
        return try await takeBack(retired, &answers)
    }

    private func takeBack(
        _ candidates: [RetiredDocument], _ answers: inout [String: ResolvedDID?]
    ) async throws(WalletError) -> Bool {
        for candidate in candidates.reversed() {
            let did = candidate.document.id
            let found: ResolvedDID?
            if let known = answers[did] {
                found = known
            } else {
                found = try await trust.registered(did)
                answers[did] = .some(found)
            }
            guard FlowChecks.isRegistered(candidate.document, as: found) else { continue }
            try await vault.commit([.takeBack(.holder, number: candidate.number)])
            return true
        }
        return false
    }

    private func recoverCredentials() async throws(WalletError) -> Bool {
        var isChanged = false
        for credential in try await vault.doubtfulCredentials() {
            let standing = try await trust.standing(ofCredential: credential.id)
            guard standing?.status == .ACTIVE, standing?.issuer == credential.issuer else { continue }
            try await vault.commit([
                .trustCredential(credential.id, replacingSameSchema: configuration.replacesSameSchema)
            ])
            isChanged = true
        }
        return isChanged
    }
}

extension WalletError {
    /// True if the error may be due to keys that are not the registered ones.
    var mayMeanOtherKeys: Bool {
        switch code {
        case .refused: serverError?.isTransient != true
        case .keyNotFound, .verification: true
        default: false
        }
    }
}
