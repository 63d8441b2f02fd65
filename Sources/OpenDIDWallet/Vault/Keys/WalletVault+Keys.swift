import GRDB
import HeraldKeys
import OpenDID_DataModel

extension WalletVault {
    /// Creates a key.
    /// - Parameters:
    ///   - owner: the owner of the key.
    ///   - id: the key's name without the DID: `assert`, `auth`, `keyagree`, `pin`, `bio`, or another name (1 to 64
    ///     characters of `A-Z a-z 0-9 . _ -`).
    ///   - protection: the protection of the key.
    ///   - algorithm: P-256, which every OpenDID server expects, or secp256k1. Biometric keys are P-256. Defaults to
    ///     P-256.
    ///   - stage: `pending` for a key of a document that is not registered yet. A pending key can exist beside an
    ///     active key of the same name. It replaces an earlier pending key of that name. Defaults to `active`.
    /// - Throws: ``WalletError`` with code `key_exists`, `weak_passcode`, `biometric`, `algorithm`, `parameter` or `locked`, or with code
    ///   `state` if no user is bound and the owner is the holder.
    @discardableResult
    public func generateKey(
        _ owner: KeyOwner, id: String, protection: KeyProtection, algorithm: AlgorithmType = .secp256r1,
        stage: KeyStage = .active
    ) async throws(WalletError) -> KeyInfo {
        try requirePlace(owner, id, stage)
        switch protection {
        case .free, .pin:
            let key = try KeyMaking.newKey(algorithm, random: random)
            return try add(key, owner, id, pin: protection.pin, stage)
        case .biometric:
            guard algorithm == .secp256r1 else { throw KeyMaking.unsupported }
            return try await makeBiometricKey(owner, id, stage)
        }
    }

    /// Deletes a key, also from the biometric key store. A document that lists the key does not change.
    /// - Throws: ``WalletError`` with code `key_not_found` or `locked`.
    public func deleteKey(_ owner: KeyOwner, id: String, stage: KeyStage = .active) async throws(WalletError) {
        try await deleteKeys(owner, ids: [id], stage: stage)
    }

    /// Deletes several keys, either all or none.
    /// - Throws: ``WalletError`` as ``deleteKey(_:id:stage:)`` does.
    package func deleteKeys(_ owner: KeyOwner, ids: Set<String>, stage: KeyStage) async throws(WalletError) {
        try writing { rows in
            for id in ids.sorted() {
                guard rows.contains(.key(owner, id, stage)) else { throw Self.noKey(id) }
                try rows.removeKey(owner, id, stage)
            }
        }
        await sweepBiometricKeys()
    }

    /// Returns the keys of an owner, in the order of their creation.
    /// - Throws: ``WalletError`` with code `locked`, `closed` or `damaged`.
    public func keyInfos(_ owner: KeyOwner, stage: KeyStage = .active) throws(WalletError) -> [KeyInfo] {
        let start = owner.rawValue + "/"
        let names = try requireOpen().ledger.marks.keys.filter {
            $0.kind == (stage == .active ? .key : .pendingKey) && $0.id.hasPrefix(start)
        }
        var keys: [KeyRecord] = []
        for name in names { keys.append(try knownKey(owner, String(name.id.dropFirst(start.count)), stage).record) }
        return keys.sorted { ($0.number, $0.id) < ($1.number, $1.id) }.map(\.info)
    }

    /// Returns a signer for a key. The signer works until the vault is locked. The PIN is checked only once, when the signer is created,
    /// and a wrong PIN counts as one attempt.
    /// - Throws: ``WalletError`` with code `key_not_found`, `wrong_passcode`, `try_later`, `blocked`, `biometric` or `locked`, or with code
    ///   `key_unlock` if the key must be unlocked in another way.
    public func signer(
        _ owner: KeyOwner, keyID: String, unlock: KeyUnlock = .none, stage: KeyStage = .active
    ) async throws(WalletError) -> any ProofSigner {
        let lease = try requireOpen().lease
        let known = try knownKey(owner, keyID, stage)
        let record = known.record
        switch unlock {
        case .none:
            guard let key = known.free else { throw Self.wrongUnlock(record) }
            return VaultSigner(key: key, lease: lease)
        case .pin(let pin):
            return VaultSigner(key: try openedKey(record, pin: pin, stage), lease: lease)
        case .bio(let prompt):
            guard let id = record.biometric else { throw Self.wrongUnlock(record) }
            guard let biometrics else { throw Self.noBiometrics }
            return BiometricSigner(
                id: id, key: known.publicKey, prompt: prompt, biometrics: biometrics, lease: lease)
        }
    }

    /// Returns the way in which a key is unlocked.
    /// - Throws: ``WalletError`` with code `key_not_found`, `damaged`, `key_form` or `locked`.
    func accessMethod(
        _ owner: KeyOwner, keyID: String, stage: KeyStage
    ) throws(WalletError) -> KeyInfo.AccessMethod {
        try knownKey(owner, keyID, stage).info.accessMethod
    }

    /// Stores a private key.
    func add(_ key: SigningKey, _ owner: KeyOwner, _ id: String, pin: SecretText?, _ stage: KeyStage)
        throws(WalletError) -> KeyInfo
    {
        try requirePlace(owner, id, stage)
        var record = KeyRecord(id, owner, key: key.verificationKey, number: try requireOpen().ledger.revision)
        var bytes = KeyMaking.exposedBytes(key)
        defer { bytes.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
        if let pin {
            try requireStrength(pin)
            record.pin = try PasscodeSeal(
                bytes, passcode: pin, cost: cost(), context: record.pinContext, random: random)
            record.lock = header.lock
        } else {
            record.free = StoredBytes(bytes)
        }
        try writing { rows in try rows.putKey(record, stage) }
        return record.info
    }

    func keyRecord(_ owner: KeyOwner, _ id: String, _ stage: KeyStage) throws(WalletError) -> KeyRecord {
        guard let record = try reading({ rows in try rows.key(owner, id, stage) }) else { throw Self.noKey(id) }
        return record
    }

    /// Checks that a key of this name can be created in this stage.
    /// - Throws: ``WalletError`` if the key cannot be created.
    private func requirePlace(_ owner: KeyOwner, _ id: String, _ stage: KeyStage) throws(WalletError) {
        guard KeyMaking.isName(id) else {
            throw WalletError(
                .parameter, field: "id", reason: "a key's name has 1 to 64 characters of A-Z a-z 0-9 . _ -")
        }
        let (isTaken, state) = try reading { rows in (rows.contains(.key(owner, id, stage)), rows.state) }
        guard !isTaken || stage == .pending else {
            throw WalletError(.keyExists, field: id, reason: "a key of this name exists")
        }
        guard owner == .device || state == .personalized || state == .operation else {
            throw WalletError(.state, field: id, reason: "bind a user before you create keys for the user")
        }
    }

    static func noKey(_ id: String) -> WalletError {
        WalletError(.keyNotFound, field: id, reason: "no key has this name")
    }
    static var noBiometrics: WalletError {
        WalletError(.biometric, reason: "open the wallet with a biometric key store to use such keys")
    }
    static func wrongUnlock(_ record: KeyRecord) -> WalletError {
        WalletError(
            .keyUnlock, field: record.id,
            reason: "the key is unlocked in another way: \(record.info.accessMethod.rawValue)")
    }
}

extension KeyProtection {
    var pin: SecretText? { if case .pin(let pin) = self { pin } else { nil } }
}

extension WalletVault {
    /// Returns a key. The key's row is read and checked again only after it has changed, or after the vault was locked.
    /// - Throws: ``WalletError`` with code `key_not_found`, `damaged`, `key_form` or `locked`.
    func knownKey(_ owner: KeyOwner, _ id: String, _ stage: KeyStage) throws(WalletError) -> KnownKey {
        let name = RowName.key(owner, id, stage)
        if let known = try recalled(KnownKey.self, name) { return known }
        let key = try KnownKey(try keyRecord(owner, id, stage))
        remember(key, name)
        return key
    }
}
