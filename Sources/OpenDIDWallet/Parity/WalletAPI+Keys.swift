import OpenDID_DataModel

extension WalletAPI {
    /// Makes a key of the holder (OpenDID sheet 8). It waits until the document that lists it is registered; then it takes the place of
    /// the one of its name, if there was one.
    /// - Parameters:
    ///   - hWalletToken: for purpose 5 (release 2: also 6).
    ///   - passcode: makes a key under this PIN.
    ///   - keyId: the key's name. `bio` makes a key in the biometric key store, other names without passcode one that opens with the
    ///     wallet.
    ///   - algType: the curve.
    ///   - promptMsg: what the user is told whenever the key `bio` asks, until the process ends.
    /// - Returns: `true`; what fails throws.
    /// - Throws: ``WalletError`` `key_exists` unless ``deleteKeyPair(hWalletToken:keyId:)`` took the one of this name out, and as
    ///   ``WalletVault/generateKey(_:id:protection:algorithm:stage:)``.
    @discardableResult
    public func generateKeyPair(
        hWalletToken: String, passcode: String? = nil, keyId: String, algType: AlgorithmType, promptMsg: String? = nil
    ) async throws(WalletError) -> Bool {
        try await change { wallet throws(WalletError) in
            let token = try await self.authorize(hWalletToken, AcceptedPurposes.generateKeyPair, in: wallet)
            try await wallet.vault.require(token.purpose == .CREATE_DID ? .createHolder : .updateHolder)
            guard try await !self.holderKeys(wallet.vault).contains(where: { $0.id == keyId }) else {
                throw WalletError(.keyExists, field: keyId, reason: "there is a key of this name")
            }
            let isBiometric = passcode == nil && keyId == DIDKeyName.bio.rawValue
            let protection: KeyProtection = passcode.map { .pin(SecretText($0)) } ?? (isBiometric ? .biometric : .free)
            try await wallet.vault.generateKey(.holder, id: keyId, protection: protection, algorithm: algType, stage: .pending)
            if let promptMsg { self.remembering { $0.prompts[keyId] = promptMsg } }
            return true
        }
    }

    /// Takes a key out of the holder's key set (OpenDID sheet 8, release 2). One in use stays in the vault until the document without it is
    /// registered, because until then the registry expects it.
    /// - Parameters:
    ///   - hWalletToken: for purpose 6.
    ///   - keyId: the key's name.
    /// - Throws: ``WalletError`` `key_not_found`, `state` when the document that waits to be registered lists the key.
    public func deleteKeyPair(hWalletToken: String, keyId: String) async throws(WalletError) {
        try await deleteKeys(hWalletToken: hWalletToken, keyIds: [keyId])
    }

    /// Takes several keys out of the holder's key set, together or not at all: `deleteKey` of the Android SDK. As with
    /// ``deleteKeyPair(hWalletToken:keyId:)`` those in use stay in the vault until the document without them is registered.
    /// - Parameters:
    ///   - hWalletToken: for purpose 6.
    ///   - keyIds: the keys' names.
    /// - Throws: ``WalletError`` `key_not_found` when one is missing, `state` when the document that waits to be registered lists one.
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
                throw WalletError(.state, field: stuck, reason: "the document that waits to be registered lists the key")
            }
            if !waiting.isEmpty { try await vault.deleteKeys(.holder, ids: waiting, stage: .pending) }
            let inUse = Set(try await vault.keyInfos(.holder).map(\.id)).intersection(keyIds)
            self.remembering { $0.removedKeys.formUnion(inUse) }
        }
    }

    /// Whether the holder has any key (OpenDID sheet 8).
    public func isAnyKeysSaved() async throws(WalletError) -> Bool { try await !holderKeys(wallet().vault).isEmpty }

    /// Whether the holder has a key of this name (OpenDID sheet 8, release 2).
    public func isSavedKey(keyId: String) async throws(WalletError) -> Bool {
        try await holderKeys(wallet().vault).contains { $0.id == keyId }
    }

    /// The holder's keys of some kinds, in the order in which they were made (OpenDID sheet 8).
    /// - Parameter keyType: the kinds, by their bits; 0 means all.
    public func getKeyInfos(keyType: VerifyAuthType) async throws(WalletError) -> [KeyInfo] {
        let keys = try await holderKeys(wallet().vault)
        guard !keyType.subtracting(.and).isEmpty else { return keys }
        return keys.filter { keyType.contains(VerifyAuthType(rawValue: $0.authType.rawValue)) }
    }

    /// The holder's keys of these names, in the order in which they were made (OpenDID sheet 8).
    /// - Throws: ``WalletError`` `key_not_found` when one is missing.
    public func getKeyInfos(ids: [String]) async throws(WalletError) -> [KeyInfo] {
        let keys = try await holderKeys(wallet().vault)
        let found = keys.filter { ids.contains($0.id) }
        if let missing = ids.first(where: { id in !found.contains { $0.id == id } }) {
            // The original wallet tells apart whether all are missing or some.
            throw WalletError(
                .keyNotFound, field: missing, reason: "there is no key of this name",
                upstreamCode: found.isEmpty ? nil : "MSDKWLT00401")
        }
        return found
    }

    /// The holder's key set as the next version of the document has it: keys in use without those taken out, and those that wait.
    func holderKeys(_ vault: WalletVault) async throws(WalletError) -> [KeyInfo] {
        let waiting = try await vault.keyInfos(.holder, stage: .pending)
        let left = remembering { $0.removedKeys }.union(waiting.map(\.id))
        return try await vault.keyInfos(.holder).filter { !left.contains($0.id) } + waiting
    }
}
