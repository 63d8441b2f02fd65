import OpenDID_DataModel

extension WalletAPI {
    /// Creates the holder's first document from the holder's pending keys (OpenDID sheet 5.6, step 7). The document is pending until
    /// ``saveHolderDIDDocument()`` is called.
    /// - Parameter hWalletToken: a wallet token with purpose 5.
    /// - Throws: ``WalletError`` with code `state` if the holder has a document, or with code `parameter` if the keys do not give a valid
    ///   document.
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

    /// Creates the next version of the holder's document from the holder's present set of keys (OpenDID sheet 5.11, step 6; release 2). The
    /// version is pending until ``saveHolderDIDDocument()`` is called.
    /// - Parameter hWalletToken: a wallet token with purpose 6.
    /// - Throws: ``WalletError`` with code `state` before the holder is registered, or with code `parameter` if nothing changed or the keys
    ///   do not give a valid document.
    @discardableResult
    public func updateHolderDIDDocument(hWalletToken: String) async throws(WalletError) -> DIDDocument {
        try await change { wallet throws(WalletError) in
            try await self.authorize(hWalletToken, AcceptedPurposes.updateDocument, in: wallet)
            try await self.settleHolder(wallet)
            try await wallet.vault.require(.updateHolder)
            let current = try await wallet.snapshot().requireHolder()
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

    /// Makes the pending document and its keys the current ones, after the trust agent has confirmed the document (OpenDID sheet 5.6, 5.11;
    /// release 2).
    /// - Throws: ``WalletError`` with code `not_found` if no document is pending, or with code `state` if the registry does not have it.
    public func saveHolderDIDDocument() async throws(WalletError) {
        try await change { wallet throws(WalletError) in
            guard try await wallet.vault.pendingDocument(.holder) != nil else {
                throw WalletError(
                    .notFound, field: "document", reason: "no document is to be registered",
                    upstreamCode: "MSDKWLT01304")
            }
            guard try await self.settleHolder(wallet) else {
                throw WalletError(.state, field: "document", reason: "the registry does not have the document")
            }
        }
    }

    /// Signs the pending document with its own keys, and returns it in an envelope that the device signs (OpenDID sheet 5.6, step 7).
    /// - Parameter passcode: the PIN, if the document has a key `pin`.
    /// - Throws: ``WalletError`` with code `not_found` if no document is pending, with code `key_unlock` if the PIN is missing, or with
    ///   code `wrong_passcode` or `biometric`.
    public func createSignedDIDDoc(passcode: String? = nil) async throws(WalletError) -> SignedDIDDoc {
        try await change { wallet throws(WalletError) in
            guard let document = try await wallet.vault.pendingDocument(.holder) else {
                throw WalletError(
                    .notFound, field: "document", reason: "no document is to be registered",
                    upstreamCode: "MSDKWLT01304")
            }
            let waiting = Set(try await wallet.vault.keyInfos(.holder, stage: .pending).map(\.id))
            let tools = wallet.tools(VaultFlowKeys(vault: wallet.vault, unlock: self.unlock(passcode)))
            let signed = try await tools.signing(document, as: .holder, owner: .holder) {
                waiting.contains($0) ? .pending : .active
            }
            let envelope = try await tools.envelope(signed, wallet.snapshot())
            try await wallet.vault.commit([.setPendingDocument(.holder, signed)])
            return envelope
        }
    }

    /// Returns the document of the device or of the holder (OpenDID sheet 8). It is the registered document, or the pending one if none is
    /// registered.
    /// - Throws: ``WalletError`` with code `not_found` if there is none.
    public func getDidDocument(type: DidDocumentType) async throws(WalletError) -> DIDDocument {
        let vault = try await wallet().vault
        let owner: KeyOwner = type == .device ? .device : .holder
        if let document = try await vault.document(owner) { return document }
        if let document = try await vault.pendingDocument(owner) { return document }
        throw WalletError(.notFound, field: "document", reason: "there is no document yet")
    }

    /// Makes the pending document of the holder the current one if the registry has it.
    /// - Returns: true if the registry has the document.
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
