import OpenDID_DataModel

extension FlowTools {
    /// Returns the first version of a document that lists keys of the vault, with a new DID and without proofs.
    func newDocument(listing keys: [KeyInfo]) throws(WalletError) -> DIDDocument {
        var entries: [DIDKeyEntry] = []
        for key in keys { entries.append(try key.documentEntry()) }
        return try translating(.parameter, "document") {
            try DIDDocument(
                did: DID(randomBytes: random(DID.randomByteCount)), controller: trust.tas, keys: entries, created: now()
            )
        }
    }

    /// Returns the wallet's identity, signed by the device (OpenDID sheet 5.5, S4).
    func walletInfo(_ facts: WalletSnapshot) async throws(WalletError) -> SignedWalletInfo {
        let unsigned = SignedWalletInfo(wallet: try facts.wallet(), nonce: nonce())
        let request = try await proof(
            .device, DIDKeyName.assert.rawValue, of: facts.requireDevice(), for: .assertionMethod)
        return try await sign(unsigned, by: request)
    }

    /// Returns the document with every proof that its owner needs.
    /// - Parameter stage: returns the stage of the key with a name.
    func signing(
        _ document: DIDDocument, as kind: KeyProofsRule.Owner, owner: KeyOwner, stage: (String) -> KeyStage
    ) async throws(WalletError) -> DIDDocument {
        var signers: [String: any ProofSigner] = [:]
        for (keyID, _) in document.neededProofs(of: kind) where signers[keyID] == nil {
            signers[keyID] = try await keys.signer(owner, keyID, stage: stage(keyID))
        }
        let (ready, created) = (signers, now())
        return try await translating(.signing, "document") {
            try await document.signed(as: kind, with: ready, created: created)
        }
    }

    /// Returns a holder's document in an envelope of this wallet (OpenDID sheet 5.6, step 7).
    func envelope(_ document: DIDDocument, _ facts: WalletSnapshot) async throws(WalletError) -> SignedDIDDoc {
        let wallet = try facts.wallet()
        let unsigned = try translating(.parameter, "ownerDidDoc") {
            try SignedDIDDoc(owner: document, wallet: wallet, nonce: nonce())
        }
        let request = try await proof(
            .device, DIDKeyName.assert.rawValue, of: facts.requireDevice(), for: .assertionMethod)
        return try await sign(unsigned, by: request)
    }

    /// Returns the holder's answer to a nonce, signed with a registered key (OpenDID sheet 5.11).
    func didAuth(_ nonce: String, _ facts: WalletSnapshot, _ authentication: HolderAuthentication)
        async throws(WalletError) -> DIDAuth
    {
        let holder = try facts.requireHolder()
        let request = try await proof(.holder, authentication.single(), of: holder, for: .authentication)
        return try await sign(DIDAuth(did: holder.id, authNonce: nonce), by: request)
    }
}
