import OpenDID_DataModel

/// The vault's keys for one run, with the user's unlocking data. The value and the PINs in it are released at the end of the run.
struct VaultFlowKeys: FlowKeys {
    let vault: WalletVault
    /// The data that unlocks active keys.
    var unlock = HolderUnlock()
    /// The data that unlocks the keys that this run has created, by the names of the keys.
    var pendingUnlocks: [String: HolderUnlock] = [:]

    func signer(_ owner: KeyOwner, _ keyID: String, stage: KeyStage) async throws(WalletError) -> any ProofSigner {
        let opened = stage == .pending ? pendingUnlocks[keyID] ?? unlock : unlock
        return try await vault.signer(
            owner, keyID: keyID, unlock: try opened.unlock(try await method(owner, keyID, stage)), stage: stage)
    }

    func credentials() async throws(WalletError) -> [StoredCredential] { try await vault.credentials() }
    func credential(_ id: String) async throws(WalletError) -> StoredCredential? { try await vault.credential(id) }

    private func method(_ owner: KeyOwner, _ keyID: String, _ stage: KeyStage) async throws(WalletError)
        -> KeyInfo.AccessMethod
    {
        // These keys need no unlocking: every key of a device, and the holder's key for key agreement, is usable while the vault is open.
        if owner == .device || keyID == DIDKeyName.keyagree.rawValue { return .none }
        return try await vault.accessMethod(owner, keyID: keyID, stage: stage)
    }
}
