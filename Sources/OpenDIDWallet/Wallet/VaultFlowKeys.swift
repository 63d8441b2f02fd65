import OpenDID_DataModel

/// The vault's keys for one run, opened as the user said. It ends with the run, and the PINs with it.
struct VaultFlowKeys: FlowKeys {
    let vault: WalletVault
    /// Opens keys in use.
    var unlock = HolderUnlock()
    /// Opens keys that this run has made, by their names.
    var pendingUnlocks: [String: HolderUnlock] = [:]

    func signer(_ owner: KeyOwner, _ keyID: String, stage: KeyStage) async throws(WalletError) -> any ProofSigner {
        let opened = stage == .pending ? pendingUnlocks[keyID] ?? unlock : unlock
        return try await vault.signer(owner, keyID: keyID, unlock: try opened.unlock(try await method(owner, keyID, stage)), stage: stage)
    }

    func credentials() async throws(WalletError) -> [StoredCredential] { try await vault.credentials() }

    private func method(_ owner: KeyOwner, _ keyID: String, _ stage: KeyStage) async throws(WalletError) -> KeyInfo.AccessMethod {
        // Every key of a device opens with the vault, and so does the one that agrees on secrets.
        if owner == .device || keyID == DIDKeyName.keyagree.rawValue { return .none }
        guard let info = try await vault.keyInfos(owner, stage: stage).first(where: { $0.id == keyID }) else {
            throw WalletError(.keyNotFound, field: keyID, reason: "there is no key of this name")
        }
        return info.accessMethod
    }
}
