import OpenDID_DataModel

extension WalletAPI {
    /// Creates a key of the holder (OpenDID sheet 8). The key is pending until the document that lists it is registered. It then replaces
    /// an earlier key of the same name.
    /// - Parameters:
    ///   - hWalletToken: a wallet token with purpose 5 (release 2: also 6).
    ///   - passcode: the PIN that protects the key. Without it, the key has no PIN.
    ///   - keyId: the key's name. Without a passcode, `bio` is created in the biometric key store, and other keys are
    ///     usable while the wallet is open.
    ///   - algType: the algorithm of the key.
    ///   - promptMsg: the prompt that the system shows when the key `bio` signs. It is forgotten at the end of the
    ///     process.
    /// - Returns: `true`. A failure throws.
    /// - Throws: ``WalletError`` with code `key_exists` unless ``deleteKeyPair(hWalletToken:keyId:)`` removed the key of this name, and as
    ///   ``WalletVault/generateKey(_:id:protection:algorithm:stage:)``.
    @discardableResult
    public func generateKeyPair(
        hWalletToken: String, passcode: String? = nil, keyId: String, algType: AlgorithmType, promptMsg: String? = nil
    ) async throws(WalletError) -> Bool {
        try await change { wallet throws(WalletError) in
            let token = try await self.authorize(hWalletToken, AcceptedPurposes.generateKeyPair, in: wallet)
            try await wallet.vault.require(token.purpose == .CREATE_DID ? .createHolder : .updateHolder)
            guard try await !self.holderKeys(wallet.vault).contains(where: { $0.id == keyId }) else {
                throw WalletError(.keyExists, field: keyId, reason: "a key of this name exists")
            }
            let isBiometric = passcode == nil && keyId == DIDKeyName.bio.rawValue
            let protection: KeyProtection = passcode.map { .pin(SecretText($0)) } ?? (isBiometric ? .biometric : .free)
            try await wallet.vault.generateKey(
                .holder, id: keyId, protection: protection, algorithm: algType, stage: .pending)
            if let promptMsg { self.remembering { $0.prompts[keyId] = promptMsg } }
            return true
        }
    }

    /// Removes a key from the holder's set of keys (OpenDID sheet 8, release 2). An active key stays in the vault until a version of the
    /// document without the key is registered, because servers expect the key until then.
    /// - Parameters:
    ///   - hWalletToken: a wallet token with purpose 6.
    ///   - keyId: the key's name.
    /// - Throws: ``WalletError`` with code `key_not_found`, or with code `state` if the pending document lists the key.
    public func deleteKeyPair(hWalletToken: String, keyId: String) async throws(WalletError) {
        try await deleteKeys(hWalletToken: hWalletToken, keyIds: [keyId])
    }

    /// Removes several keys from the holder's set of keys, either all of them or none. The Android SDK calls this function `deleteKey`.
    /// Active keys stay in the vault until a version of the document without them is registered, as with
    /// ``deleteKeyPair(hWalletToken:keyId:)``.
    /// - Parameters:
    ///   - hWalletToken: a wallet token with purpose 6.
    ///   - keyIds: the keys' names.
    /// - Throws: ``WalletError`` with code `key_not_found` if a key is missing, or with code `state` if the pending document lists one.
    public func deleteKeys(hWalletToken: String, keyIds: [String]) async throws(WalletError) {
        try await change { wallet throws(WalletError) in
            try await self.authorize(hWalletToken, AcceptedPurposes.deleteKeyPair, in: wallet)
            try await wallet.vault.require(.updateHolder)
            let vault = wallet.vault
            let known = Set(try await self.holderKeys(vault).map(\.id))
            if let missing = keyIds.first(where: { !known.contains($0) }) { throw WalletVault.noKey(missing) }
            let waiting = Set(try await vault.keyInfos(.holder, stage: .pending).map(\.id)).intersection(keyIds)
            let listed = Set(try await vault.pendingDocument(.holder)?.verificationMethod.map(\.id) ?? [])
            if let stuck = waiting.intersection(listed).min() {
                throw WalletError(
                    .state, field: stuck, reason: "the document that is to be registered next lists this key")
            }
            if !waiting.isEmpty { try await vault.deleteKeys(.holder, ids: waiting, stage: .pending) }
            let inUse = Set(try await vault.keyInfos(.holder).map(\.id)).intersection(keyIds)
            self.remembering { $0.removedKeys.formUnion(inUse) }
        }
    }

    /// True if the holder has a key (OpenDID sheet 8).
    /// - Throws: ``WalletError`` with code `locked`, `closed` or `damaged`.
    public func isAnyKeysSaved() async throws(WalletError) -> Bool { try await !holderKeys(wallet().vault).isEmpty }

    /// True if the holder has a key of this name (OpenDID sheet 8, release 2).
    /// - Throws: ``WalletError`` with code `locked`, `closed` or `damaged`.
    public func isSavedKey(keyId: String) async throws(WalletError) -> Bool {
        try await holderKeys(wallet().vault).contains { $0.id == keyId }
    }

    /// Returns the holder's keys of the given kinds, in the order of their creation (OpenDID sheet 8).
    /// - Parameter keyType: the kinds, as bits. 0 means all kinds.
    /// - Throws: ``WalletError`` with code `locked`, `closed` or `damaged`.
    public func getKeyInfos(keyType: VerifyAuthType) async throws(WalletError) -> [KeyInfo] {
        let keys = try await holderKeys(wallet().vault)
        guard !keyType.subtracting(.and).isEmpty else { return keys }
        return keys.filter { keyType.contains(VerifyAuthType(rawValue: $0.authType.rawValue)) }
    }

    /// Returns the holder's keys with these names, in the order of their creation (OpenDID sheet 8).
    /// - Throws: ``WalletError`` with code `key_not_found` if a key is missing.
    public func getKeyInfos(ids: [String]) async throws(WalletError) -> [KeyInfo] {
        let keys = try await holderKeys(wallet().vault)
        let found = keys.filter { ids.contains($0.id) }
        if let missing = ids.first(where: { id in !found.contains { $0.id == id } }) {
            // The original wallet uses one error number if all keys are missing, and another if only some are missing.
            throw WalletError(
                .keyNotFound, field: missing, reason: "no key has this name",
                upstreamCode: found.isEmpty ? nil : "MSDKWLT00401")
        }
        return found
    }

    /// Returns the keys that the next version of the holder's document lists: the active keys that are not removed or replaced, and the
    /// pending keys.
    func holderKeys(_ vault: WalletVault) async throws(WalletError) -> [KeyInfo] {
        let waiting = try await vault.keyInfos(.holder, stage: .pending)
        let left = remembering { $0.removedKeys }.union(waiting.map(\.id))
        return try await vault.keyInfos(.holder).filter { !left.contains($0.id) } + waiting
    }
}
