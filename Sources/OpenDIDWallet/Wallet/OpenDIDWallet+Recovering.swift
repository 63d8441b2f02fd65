import OpenDID_DataModel

/// What a registry is said not to have is kept (``RetiredDocument``), since nobody signs that it does not. Here the registry is asked
/// again, and the wallet turns to what it has.
extension OpenDIDWallet {
    /// Runs a protocol. When it is refused in a way that may come from keys that are not the registered ones, the registry is asked.
    func run<Flow: ProtocolFlow>(
        _ driver: FlowDriver<Flow>, progress: FlowProgress?, deciding: FlowRunner.Decision<Flow>? = nil
    ) async throws(WalletError) -> Flow.Outcome {
        do {
            return try await runner.run(driver, progress: progress, deciding: deciding)
        } catch {
            guard error.mayMeanOtherKeys, await recoverIfPossible() else { throw error }
            throw WalletError(
                .recovered, field: error.field,
                reason: "the wallet turned to what the registry has of it, and it may be tried again; before, \(error.reason)",
                serverError: error.serverError)
        }
    }

    /// Turns to what the registry has, as far as it can be asked.
    /// - Returns: whether anything changed.
    func recoverIfPossible() async -> Bool {
        let keys = (try? await recoverDocument()) ?? false
        let credentials = (try? await recoverCredentials()) ?? false
        return keys || credentials
    }

    /// Before new keys are made: a document that was sent once, and of which nothing is known, may have got there.
    /// - Throws: ``WalletError`` `transport` when the registry cannot be asked.
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
            // As long as the registry knows the DID, no other one comes into question.
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
            try await vault.commit([.trustCredential(credential.id, replacingSameSchema: configuration.replacesSameSchema)])
            isChanged = true
        }
        return isChanged
    }
}

extension WalletError {
    /// Whether keys that are not the registered ones can be the reason.
    var mayMeanOtherKeys: Bool {
        switch code {
        case .refused: serverError?.isTransient != true
        case .keyNotFound, .verification: true
        default: false
        }
    }
}
