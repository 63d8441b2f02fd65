import OpenDID_DataModel

extension WalletAPI {
    /// Makes the holder's first document of the keys that were made for it (OpenDID sheet 5.6, step 7). It waits until
    /// ``saveHolderDIDDocument()``.
    /// - Parameter hWalletToken: for purpose 5.
    /// - Throws: ``WalletError`` `state` when the holder has a document, `parameter` when the keys make none.
    @discardableResult
    public func createHolderDIDDocument(hWalletToken: String) async throws(WalletError) -> DIDDocument {
        try await change(number: UpstreamNumber.registerUser) { wallet throws(WalletError) in
            try await self.authorize(hWalletToken, AcceptedPurposes.createDocument, in: wallet)
            try await self.settleHolder(wallet)
            try await wallet.vault.require(.createHolder)
            let keys = try await wallet.vault.keyInfos(.holder, stage: .pending)
            let document = try wallet.tools(VaultFlowKeys(vault: wallet.vault)).newDocument(listing: keys)
            try await wallet.vault.commit([.setPendingDocument(.holder, document)])
            return document
        }
    }

    /// Makes the next version of the holder's document of the key set as it is now (OpenDID sheet 5.11, step 6; release 2). It waits until
    /// ``saveHolderDIDDocument()``.
    /// - Parameter hWalletToken: for purpose 6.
    /// - Throws: ``WalletError`` `state` before the holder is registered, `parameter` when nothing changed or the keys make no document.
    @discardableResult
    public func updateHolderDIDDocument(hWalletToken: String) async throws(WalletError) -> DIDDocument {
        try await change { wallet throws(WalletError) in
            try await self.authorize(hWalletToken, AcceptedPurposes.updateDocument, in: wallet)
            try await self.settleHolder(wallet)
            try await wallet.vault.require(.updateHolder)
            let current = try await wallet.facts().requireHolder()
            let waiting = try await wallet.vault.keyInfos(.holder, stage: .pending)
            let left = self.remembering { $0.removedKeys }.subtracting(waiting.map(\.id))
            let change = DocumentChange(
                keys: waiting.map { DocumentChange.Key(info: $0) },
                removedKeys: current.verificationMethod.map(\.id).filter(left.contains))
            let next = try translating(.parameter, "document") { try change.applied(to: current, at: wallet.now()) }
            try await wallet.vault.commit([.setPendingDocument(.holder, next)])
            return next
        }
    }

    /// Keeps the document that waited, and its keys, after the trust agent confirmed it (OpenDID sheet 5.6, 5.11; release 2).
    /// - Throws: ``WalletError`` `not_found` when none waits, `state` when the registry does not have it.
    public func saveHolderDIDDocument() async throws(WalletError) {
        try await change { wallet throws(WalletError) in
            guard try await wallet.vault.pendingDocument(.holder) != nil else {
                throw WalletError(
                    .notFound, field: "document", reason: "no document waits to be registered", upstreamCode: "MSDKWLT01304")
            }
            guard try await self.settleHolder(wallet) else {
                throw WalletError(.state, field: "document", reason: "the registry does not have the document")
            }
        }
    }

    /// Signs the document that waits with its own keys, and puts it into an envelope that the device signs (OpenDID sheet 5.6, step 7).
    /// - Parameter passcode: the PIN, when the document has a key `pin`.
    /// - Throws: ``WalletError`` `not_found` when no document waits, `key_unlock` without the PIN, `wrong_passcode`, `biometric`.
    public func createSignedDIDDoc(passcode: String? = nil) async throws(WalletError) -> SignedDIDDoc {
        try await change { wallet throws(WalletError) in
            guard let document = try await wallet.vault.pendingDocument(.holder) else {
                throw WalletError(
                    .notFound, field: "document", reason: "no document waits to be registered", upstreamCode: "MSDKWLT01304")
            }
            let waiting = Set(try await wallet.vault.keyInfos(.holder, stage: .pending).map(\.id))
            let tools = wallet.tools(VaultFlowKeys(vault: wallet.vault, unlock: self.unlock(passcode)))
            let signed = try await tools.signing(document, as: .holder, owner: .holder) { waiting.contains($0) ? .pending : .active }
            let envelope = try await tools.envelope(signed, wallet.facts())
            try await wallet.vault.commit([.setPendingDocument(.holder, signed)])
            return envelope
        }
    }

    /// The document of the device or of the holder (OpenDID sheet 8): the registered one; before the holder is registered, the one that
    /// waits.
    /// - Throws: ``WalletError`` `not_found` when there is none.
    public func getDidDocument(type: DidDocumentType) async throws(WalletError) -> DIDDocument {
        let vault = try await wallet().vault
        let owner: KeyOwner = type == .device ? .device : .holder
        if let document = try await vault.document(owner) { return document }
        if let document = try await vault.pendingDocument(owner) { return document }
        throw WalletError(.notFound, field: "document", reason: "there is no document yet")
    }

    /// Keeps a document that waits when the registry has it.
    /// - Returns: whether it has.
    @discardableResult
    func settleHolder(_ wallet: OpenDIDWallet) async throws(WalletError) -> Bool {
        guard let waiting = try await wallet.vault.pendingDocument(.holder) else { return false }
        let found = try await wallet.trust.registered(waiting.id)
        guard FlowChecks.isRegistered(waiting, as: found) else { return false }
        try await wallet.vault.commit([.promotePendingDocument(.holder)])
        remembering { $0.removedKeys = [] }
        return true
    }
}
