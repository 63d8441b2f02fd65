import OpenDID_DataModel

extension OpenDIDWallet {
    /// Creates the wallet (OpenDID sheet 5.4): keys and DID of this installation, attested and registered.
    @discardableResult
    public func create(progress: FlowProgress? = nil) async throws(WalletError) -> CreateWalletFlow.Outcome {
        try await exclusively { () throws(WalletError) in
            try await self.run(try await self.creation(), progress: progress)
        }
    }

    /// Binds the app's user to the wallet (OpenDID sheet 5.4, 6.4), and locks it with a passcode when one is given.
    @discardableResult
    public func personalize(
        userId: String, passcode: SecretText? = nil, progress: FlowProgress? = nil
    ) async throws(WalletError) -> PersonalizeFlow.Outcome {
        try await exclusively { () throws(WalletError) in
            try await self.run(try await self.personalization(userId: userId, passcode: passcode), progress: progress)
        }
    }

    /// Lets the user go: the user's keys, documents and credentials are removed from the wallet (OpenDID sheet 6.8).
    public func depersonalize(progress: FlowProgress? = nil) async throws(WalletError) {
        try await exclusively { () throws(WalletError) in
            try await self.begin(.depersonalize)
            try await self.run(self.driver(DepersonalizeFlow(facts: try await self.facts())), progress: progress)
        }
    }

    /// M132: makes the user's keys and registers the user's DID (OpenDID sheet 5.6).
    /// - Parameters:
    ///   - kycTxId: under which the TAS finds who the user is.
    ///   - pin: the PIN of the new key `pin`.
    ///   - bioPrompt: what the system shows when it asks for a finger or a face; with it a key `bio` is made too.
    ///   - progress: is told each step.
    @discardableResult
    public func registerUser(
        kycTxId: String, pin: SecretText, bioPrompt: String? = nil, progress: FlowProgress? = nil
    ) async throws(WalletError) -> RegisterUserFlow.Outcome {
        try await exclusively { () throws(WalletError) in
            try await self.run(
                try await self.registration(kycTxId: kycTxId, pin: pin, bioPrompt: bioPrompt), progress: progress)
        }
    }

    /// M132 with what an identity check gave the app, for trust agents after release 2.0 (`kycToken`).
    /// - Parameters:
    ///   - evidence: what shows the TAS who the user is.
    ///   - pin: the PIN of the new key `pin`.
    ///   - bioPrompt: what the system shows when it asks for a finger or a face; with it a key `bio` is made too.
    ///   - progress: is told each step.
    @discardableResult
    public func registerUser(
        evidence: IdentityEvidence, pin: SecretText, bioPrompt: String? = nil, progress: FlowProgress? = nil
    ) async throws(WalletError) -> RegisterUserFlow.Outcome {
        try await exclusively { () throws(WalletError) in
            try await self.run(
                try await self.registration(evidence: evidence, pin: pin, bioPrompt: bioPrompt), progress: progress)
        }
    }

    /// M141: registers a new version of the user's DID document (OpenDID sheet 5.11).
    /// - Parameters:
    ///   - edit: what is to change.
    ///   - unlock: opens the keys that are registered now; the new ones open with what `edit` says.
    ///   - progress: is told each step.
    @discardableResult
    public func updateDocument(
        _ edit: DocumentEdit, unlock: HolderUnlock, progress: FlowProgress? = nil
    ) async throws(WalletError) -> UpdateDocumentFlow.Outcome {
        try await exclusively { () throws(WalletError) in
            try await self.run(try await self.update(edit, unlock: unlock), progress: progress)
        }
    }

    /// Deletes keys of the user: registers the version of the DID document without them (M141), and takes them out of the wallet when the
    /// TAS has confirmed it. Until then they stay, because the registry expects them.
    /// - Parameters:
    ///   - keyIds: the names of keys, such as `bio`.
    ///   - unlock: opens a key that is registered now; one that is deleted may be opened a last time.
    ///   - progress: is told each step.
    /// - Throws: ``WalletError`` `key_not_found` when one is missing, then none is deleted; `parameter` when the rest makes no document of a
    ///   holder.
    @discardableResult
    public func deleteKeys(
        _ keyIds: [String], unlock: HolderUnlock, progress: FlowProgress? = nil
    ) async throws(WalletError) -> UpdateDocumentFlow.Outcome {
        let known = Set(try await vault.keyInfos(.holder).map(\.id))
        if let missing = keyIds.first(where: { !known.contains($0) }) { throw WalletVault.noKey(missing) }
        return try await updateDocument(DocumentEdit(removedKeys: keyIds), unlock: unlock, progress: progress)
    }

    /// M142: turns the user's DID on again (OpenDID sheet 5.10).
    @discardableResult
    public func restore(
        _ offer: RestoreDidOfferPayload, unlock: HolderUnlock, progress: FlowProgress? = nil
    ) async throws(WalletError) -> RestoreFlow.Outcome {
        try await exclusively { () throws(WalletError) in
            try await self.run(try await self.restoration(offer, unlock: unlock), progress: progress)
        }
    }
}
