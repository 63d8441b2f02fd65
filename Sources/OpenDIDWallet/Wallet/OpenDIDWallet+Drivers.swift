import OpenDID_DataModel

/// Runs to be driven step by step: for transports of another kind, and for tests that stop in the middle. The one-call forms are made of
/// them. Nothing keeps two such runs of one wallet apart; a run that is dropped is cleaned up by ``OpenDIDWallet/resume()``.
extension OpenDIDWallet {
    /// Wallet creation (OpenDID sheet 5.4). Makes the device's keys, pending.
    public func creation() async throws(WalletError) -> FlowDriver<CreateWalletFlow> {
        try await begin(.create)
        var keys: [KeyInfo] = []
        for name in [DIDKeyName.assert, .auth, .keyagree] {
            keys.append(try await vault.generateKey(.device, id: name.rawValue, protection: .free, stage: .pending))
        }
        return driver(CreateWalletFlow(keys: keys))
    }

    /// Personalisation (OpenDID sheet 5.4, 6.4).
    /// - Parameters:
    ///   - userId: the app's user.
    ///   - passcode: locks the wallet in the transaction that binds the user.
    public func personalization(
        userId: String, passcode: SecretText? = nil
    ) async throws(WalletError) -> FlowDriver<PersonalizeFlow> {
        try await begin(.personalize)
        if let passcode { try await vault.requireLockable(passcode) }
        let flow = PersonalizeFlow(facts: try await facts(), userId: userId, withLock: passcode != nil)
        return driver(flow, keys: VaultFlowKeys(vault: vault, unlock: HolderUnlock()), registeringLock: passcode)
    }

    /// M132 (OpenDID sheet 5.6). Makes the user's keys, pending.
    public func registration(
        kycTxId: String, pin: SecretText, bioPrompt: String? = nil
    ) async throws(WalletError) -> FlowDriver<RegisterUserFlow> {
        try await registration(evidence: .transaction(kycTxId), pin: pin, bioPrompt: bioPrompt)
    }

    /// M132 with what an identity check gave the app. Makes the user's keys, pending.
    public func registration(
        evidence: IdentityEvidence, pin: SecretText, bioPrompt: String? = nil
    ) async throws(WalletError) -> FlowDriver<RegisterUserFlow> {
        try await begin(.createHolder)
        var keys = [
            try await vault.generateKey(.holder, id: DIDKeyName.keyagree.rawValue, protection: .free, stage: .pending),
            try await vault.generateKey(.holder, id: DIDKeyName.pin.rawValue, protection: .pin(pin), stage: .pending),
        ]
        if bioPrompt != nil {
            keys.append(try await vault.generateKey(.holder, id: DIDKeyName.bio.rawValue, protection: .biometric, stage: .pending))
        }
        let flow = RegisterUserFlow(facts: try await facts(), evidence: evidence, keys: keys)
        return driver(flow, unlock: HolderUnlock(pin: pin, bioPrompt: bioPrompt))
    }

    /// M141 (OpenDID sheet 5.11). Makes the new keys, pending.
    public func update(_ edit: DocumentEdit, unlock: HolderUnlock) async throws(WalletError) -> FlowDriver<UpdateDocumentFlow> {
        try await begin(.updateHolder)
        var change = DocumentChange(removedKeys: edit.removedKeys, services: edit.services, removedServices: edit.removedServices)
        var keys = VaultFlowKeys(vault: vault, unlock: unlock)
        for key in edit.newKeys {
            let info = try await vault.generateKey(.holder, id: key.id, protection: key.protection, stage: .pending)
            change.keys.append(DocumentChange.Key(info: info, purposes: key.purposes))
            keys.pendingUnlocks[key.id] = key.unlock
        }
        return driver(UpdateDocumentFlow(facts: try await facts(), change: change, authentication: unlock.authentication), keys: keys)
    }

    /// M142 (OpenDID sheet 5.10).
    public func restoration(_ offer: RestoreDidOfferPayload, unlock: HolderUnlock) async throws(WalletError) -> FlowDriver<RestoreFlow> {
        try await begin(.updateHolder)
        return driver(
            try RestoreFlow(facts: try await facts(), offer: offer, authentication: unlock.authentication), unlock: unlock)
    }

    /// M210 (OpenDID sheet 5.7).
    public func issuance(
        planId: String, issuer: String, offerId: String? = nil, unlock: HolderUnlock
    ) async throws(WalletError) -> FlowDriver<IssueCredentialFlow> {
        try await begin(.useCredentials)
        let flow = IssueCredentialFlow(
            facts: try await facts(), planId: planId, issuer: issuer, offerId: offerId,
            replacesSameSchema: configuration.replacesSameSchema, authentication: unlock.authentication)
        return driver(flow, unlock: unlock)
    }

    /// M310 (OpenDID sheet 5.8).
    public func presentation(
        _ offer: VerifyOfferPayload, txId: String? = nil, unlock: HolderUnlock
    ) async throws(WalletError) -> FlowDriver<PresentFlow> {
        try await begin(.useCredentials)
        let flow = try PresentFlow(
            facts: try await facts(), offer: offer, txId: txId, addresses: configuration.addresses, now: now(),
            authentication: unlock.authentication)
        return driver(flow, unlock: unlock)
    }

    /// M220 (OpenDID sheet 5.9).
    public func revocation(
        _ vcId: String, keepingCopy: Bool = false, unlock: HolderUnlock
    ) async throws(WalletError) -> FlowDriver<RevokeFlow> {
        try await begin(.useCredentials)
        guard try await vault.credential(vcId) != nil else {
            throw WalletError(.notFound, field: "vcId", reason: "the wallet has no such credential")
        }
        return driver(
            RevokeFlow(facts: try await facts(), vcId: vcId, keepsCopy: keepingCopy, authentication: unlock.authentication), unlock: unlock)
    }
}
