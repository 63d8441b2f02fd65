import OpenDID_DataModel

/// Functions that return a run which the caller drives step by step, for other kinds of transport and for tests that stop in the middle.
/// The functions that run a whole protocol use them. The caller must not drive two such runs of one wallet at the same time.
/// ``OpenDIDWallet/resume()`` cleans up after a run that was dropped.
extension OpenDIDWallet {
    /// Returns a run of the wallet's creation (OpenDID sheet 5.4). Creates the device's pending keys.
    /// - Throws: ``WalletError`` if the wallet's state does not allow the run.
    public func creation() async throws(WalletError) -> FlowDriver<CreateWalletFlow> {
        try await begin(.create)
        var keys: [KeyInfo] = []
        for name in [DIDKeyName.assert, .auth, .keyagree] {
            keys.append(try await vault.generateKey(.device, id: name.rawValue, protection: .free, stage: .pending))
        }
        return driver(CreateWalletFlow(keys: keys))
    }

    /// Returns a run of personalisation (OpenDID sheet 5.4, 6.4).
    /// - Parameters:
    ///   - userId: the user's id at the app.
    ///   - passcode: the passcode of a lock that is registered in the transaction that binds the user. Defaults to no
    ///     lock.
    /// - Throws: ``WalletError`` if the wallet's state does not allow the run.
    public func personalization(
        userId: String, passcode: SecretText? = nil
    ) async throws(WalletError) -> FlowDriver<PersonalizeFlow> {
        try await begin(.personalize)
        if let passcode { try await vault.requireLockable(passcode) }
        let flow = PersonalizeFlow(snapshot: try await snapshot(), userId: userId, withLock: passcode != nil)
        return driver(flow, keys: VaultFlowKeys(vault: vault, unlock: HolderUnlock()), registeringLock: passcode)
    }

    /// Returns a run of M132 (OpenDID sheet 5.6). Creates the user's pending keys.
    /// - Throws: ``WalletError`` if the wallet's state does not allow the run.
    public func registration(
        kycTxId: String, pin: SecretText, bioPrompt: String? = nil
    ) async throws(WalletError) -> FlowDriver<RegisterUserFlow> {
        try await registration(evidence: .transaction(kycTxId), pin: pin, bioPrompt: bioPrompt)
    }

    /// Returns a run of M132 with the evidence of an identity check. Creates the user's pending keys.
    /// - Throws: ``WalletError`` if the wallet's state does not allow the run.
    public func registration(
        evidence: IdentityEvidence, pin: SecretText, bioPrompt: String? = nil
    ) async throws(WalletError) -> FlowDriver<RegisterUserFlow> {
        try await begin(.createHolder)
        var keys = [
            try await vault.generateKey(.holder, id: DIDKeyName.keyagree.rawValue, protection: .free, stage: .pending),
            try await vault.generateKey(.holder, id: DIDKeyName.pin.rawValue, protection: .pin(pin), stage: .pending),
        ]
        if bioPrompt != nil {
            keys.append(
                try await vault.generateKey(
                    .holder, id: DIDKeyName.bio.rawValue, protection: .biometric, stage: .pending))
        }
        let flow = RegisterUserFlow(snapshot: try await snapshot(), evidence: evidence, keys: keys)
        return driver(flow, unlock: HolderUnlock(pin: pin, bioPrompt: bioPrompt))
    }

    /// Returns a run of M141 (OpenDID sheet 5.11). Creates the new keys as pending.
    /// - Throws: ``WalletError`` if the wallet's state does not allow the run.
    public func update(_ edit: DocumentEdit, unlock: HolderUnlock) async throws(WalletError) -> FlowDriver<
        UpdateDocumentFlow
    > {
        try await begin(.updateHolder)
        var change = DocumentChange(
            removedKeys: edit.removedKeys, services: edit.services, removedServices: edit.removedServices)
        var keys = VaultFlowKeys(vault: vault, unlock: unlock)
        for key in edit.newKeys {
            let info = try await vault.generateKey(.holder, id: key.id, protection: key.protection, stage: .pending)
            change.keys.append(DocumentChange.Key(info: info, purposes: key.purposes))
            keys.pendingUnlocks[key.id] = key.unlock
        }
        return driver(
            UpdateDocumentFlow(snapshot: try await snapshot(), change: change, authentication: unlock.authentication),
            keys: keys)
    }

    /// Returns a run of M142 (OpenDID sheet 5.10).
    /// - Throws: ``WalletError`` if the wallet's state does not allow the run, or with code `did_mismatch`.
    public func restoration(_ offer: RestoreDidOfferPayload, unlock: HolderUnlock) async throws(WalletError)
        -> FlowDriver<RestoreFlow>
    {
        try await begin(.updateHolder)
        return driver(
            try RestoreFlow(snapshot: try await snapshot(), offer: offer, authentication: unlock.authentication),
            unlock: unlock)
    }

    /// Returns a run of M210 (OpenDID sheet 5.7).
    /// - Throws: ``WalletError`` if the wallet's state does not allow the run.
    public func issuance(
        planId: String, issuer: String, offerId: String? = nil, unlock: HolderUnlock
    ) async throws(WalletError) -> FlowDriver<IssueCredentialFlow> {
        try await begin(.useCredentials)
        let flow = IssueCredentialFlow(
            snapshot: try await snapshot(), planId: planId, issuer: issuer, offerId: offerId,
            replacesSameSchema: configuration.replacesSameSchema, authentication: unlock.authentication)
        return driver(flow, unlock: unlock)
    }

    /// Returns a run of M310 (OpenDID sheet 5.8).
    /// - Throws: ``WalletError`` if the wallet's state does not allow the run, or with code `offer`.
    public func presentation(
        _ offer: VerifyOfferPayload, txId: String? = nil, unlock: HolderUnlock
    ) async throws(WalletError) -> FlowDriver<PresentFlow> {
        try await begin(.useCredentials)
        let flow = try PresentFlow(
            snapshot: try await snapshot(), offer: offer, txId: txId, addresses: configuration.addresses, now: now(),
            authentication: unlock.authentication)
        return driver(flow, unlock: unlock)
    }

    /// Returns a run of M220 (OpenDID sheet 5.9).
    /// - Throws: ``WalletError`` if the wallet's state does not allow the run, or with code `not_found`.
    public func revocation(
        _ vcId: String, keepingCopy: Bool = false, unlock: HolderUnlock
    ) async throws(WalletError) -> FlowDriver<RevokeFlow> {
        try await begin(.useCredentials)
        guard try await vault.credential(vcId) != nil else {
            throw WalletError(.notFound, field: "vcId", reason: "the wallet has no such credential")
        }
        return driver(
            RevokeFlow(
                snapshot: try await snapshot(), vcId: vcId, keepsCopy: keepingCopy,
                authentication: unlock.authentication),
            unlock: unlock)
    }
}
