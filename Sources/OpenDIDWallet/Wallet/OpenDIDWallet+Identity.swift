import OpenDID_DataModel

extension OpenDIDWallet {
    /// Creates the wallet (OpenDID sheet 5.4): the keys and the DID of this installation are created, attested and registered.
    /// - Throws: ``WalletError`` if the run fails.
    @discardableResult
    public func create(progress: FlowProgress? = nil) async throws(WalletError) -> CreateWalletFlow.Outcome {
        try await exclusively { () throws(WalletError) in
            try await self.run(try await self.creation(), progress: progress)
        }
    }

    /// Binds the app's user to the wallet (OpenDID sheet 5.4, 6.4). If a passcode is given, a lock is registered too.
    /// - Throws: ``WalletError`` if the run fails.
    @discardableResult
    public func personalize(
        userId: String, passcode: SecretText? = nil, progress: FlowProgress? = nil
    ) async throws(WalletError) -> PersonalizeFlow.Outcome {
        try await exclusively { () throws(WalletError) in
            try await self.run(try await self.personalization(userId: userId, passcode: passcode), progress: progress)
        }
    }

    /// Unbinds the user. The user's keys, documents and credentials are deleted from the wallet (OpenDID sheet 6.8).
    /// - Throws: ``WalletError`` if the run fails.
    public func depersonalize(progress: FlowProgress? = nil) async throws(WalletError) {
        try await exclusively { () throws(WalletError) in
            try await self.begin(.depersonalize)
            try await self.run(self.driver(DepersonalizeFlow(snapshot: try await self.snapshot())), progress: progress)
        }
    }

    /// M132: creates the user's keys and registers the user's DID (OpenDID sheet 5.6).
    /// - Parameters:
    ///   - kycTxId: the id of the identity check, with which the TAS finds the user's identity.
    ///   - pin: the PIN of the new key `pin`.
    ///   - bioPrompt: the sentence that the system shows when it asks for a fingerprint or a face. If it is given, a key `bio` is created
    ///     too.
    ///   - progress: is called at each step.
    /// - Throws: ``WalletError`` if the run fails.
    @discardableResult
    public func registerUser(
        kycTxId: String, pin: SecretText, bioPrompt: String? = nil, progress: FlowProgress? = nil
    ) async throws(WalletError) -> RegisterUserFlow.Outcome {
        try await exclusively { () throws(WalletError) in
            try await self.run(
                try await self.registration(kycTxId: kycTxId, pin: pin, bioPrompt: bioPrompt), progress: progress)
        }
    }

    /// M132 with the evidence of an identity check, for trust agents after release 2.0 (`kycToken`).
    /// - Parameters:
    ///   - evidence: the evidence of the user's identity for the TAS.
    ///   - pin: the PIN of the new key `pin`.
    ///   - bioPrompt: the sentence that the system shows when it asks for a fingerprint or a face. If it is given, a key `bio` is created
    ///     too.
    ///   - progress: is called at each step.
    /// - Throws: ``WalletError`` if the run fails.
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
    ///   - edit: the change of the document.
    ///   - unlock: unlocks the keys that are registered now. `edit` contains the unlocking data of the new keys.
    ///   - progress: is called at each step.
    /// - Throws: ``WalletError`` if the run fails.
    @discardableResult
    public func updateDocument(
        _ edit: DocumentEdit, unlock: HolderUnlock, progress: FlowProgress? = nil
    ) async throws(WalletError) -> UpdateDocumentFlow.Outcome {
        try await exclusively { () throws(WalletError) in
            try await self.run(try await self.update(edit, unlock: unlock), progress: progress)
        }
    }

    /// Deletes keys of the user. The wallet first registers the version of the DID document without them (M141), and deletes the keys when
    /// the TAS has confirmed it. Servers expect the keys until then.
    /// - Parameters:
    ///   - keyIds: the names of the keys, such as `bio`.
    ///   - unlock: unlocks a key that is registered now. It may be one of the keys to delete.
    ///   - progress: is called at each step.
    /// - Throws: ``WalletError`` with code `key_not_found` if a key is missing, or with code `parameter` if the remaining keys do not give
    ///   a valid document. Nothing is deleted then.
    @discardableResult
    public func deleteKeys(
        _ keyIds: [String], unlock: HolderUnlock, progress: FlowProgress? = nil
    ) async throws(WalletError) -> UpdateDocumentFlow.Outcome {
        let known = Set(try await vault.keyInfos(.holder).map(\.id))
        if let missing = keyIds.first(where: { !known.contains($0) }) { throw WalletVault.noKey(missing) }
        return try await updateDocument(DocumentEdit(removedKeys: keyIds), unlock: unlock, progress: progress)
    }

    /// M142: activates the user's DID again (OpenDID sheet 5.10).
    /// - Throws: ``WalletError`` if the run fails.
    @discardableResult
    public func restore(
        _ offer: RestoreDidOfferPayload, unlock: HolderUnlock, progress: FlowProgress? = nil
    ) async throws(WalletError) -> RestoreFlow.Outcome {
        try await exclusively { () throws(WalletError) in
            try await self.run(try await self.restoration(offer, unlock: unlock), progress: progress)
        }
    }
}
