import OpenDID_DataModel

/// A version of a document that the wallet no longer uses, with the keys that were removed together with it.
///
/// The refusals of a trust agent and the answers of a registry are not signed. An attacker who can alter both must not be able to make a
/// wallet delete the only keys of its owner's DID.
struct RetiredDocument: Codable, Sendable {
    /// The largest number of retired documents for each owner.
    static let limit = 8

    /// A key with the wrong attempts at its PIN, so that retiring and restoring a key does not give new attempts.
    struct Key: Codable, Sendable {
        let key: KeyRecord
        let attempts: AttemptRecord?
    }

    let owner: KeyOwner
    /// A number that grows with each retired document.
    let number: Int64
    let retired: StoredInstant
    /// True if it was the registered document until another one replaced it. False if it was never registered, as far as is known.
    let wasRegistered: Bool
    let document: DIDDocument
    let keys: [Key]

    var name: RowName { .retired(owner, number) }

    /// The part of it that can be moved to another device.
    var withoutBiometricKeys: RetiredDocument {
        with(keys.filter { $0.key.biometric == nil })
    }

    /// Returns a copy in which each key with a PIN has at least as many wrong attempts as are known.
    func raisingAttempts(to known: KnownAttempts) -> RetiredDocument {
        with(
            keys.map { $0.key.pin == nil ? $0 : Key(key: $0.key, attempts: known.more(than: $0.attempts, at: $0.key)) })
    }

    /// Returns a copy without the wrong attempts at a key.
    func forgettingAttempts(at key: KeyRecord) -> RetiredDocument {
        with(keys.map { $0.key.publicKey == key.publicKey ? Key(key: $0.key, attempts: nil) : $0 })
    }

    private func with(_ keys: [Key]) -> RetiredDocument {
        RetiredDocument(
            owner: owner, number: number, retired: retired, wasRegistered: wasRegistered, document: document, keys: keys
        )
    }

    /// - Throws: ``WalletError`` with code `damaged`.
    func check() throws(WalletError) {
        for key in keys {
            try key.key.check()
            guard key.key.owner == owner else {
                throw WalletError(
                    .damaged, field: RowName.Kind.retired.rawValue, reason: "a retired key belongs to another owner")
            }
        }
    }
}
