import OpenDID_DataModel

/// A version of a document that the wallet turned away from, with the keys that went with it.
///
/// What a trust agent refuses and what a registry does not know have no signature. Whoever can alter both on their way must not be able
/// to make a wallet throw away the only keys that its owner's DID has.
struct RetiredDocument: Codable, Sendable {
    /// No more than so many are kept for each owner.
    static let limit = 8

    /// A key, with the wrong attempts at its PIN: changing places must not give new ones.
    struct Key: Codable, Sendable {
        let key: KeyRecord
        let attempts: AttemptRecord?
    }

    let owner: KeyOwner
    /// Grows.
    let number: Int64
    let retired: StoredInstant
    /// Whether it was the registered one until another took its place, as opposed to one that never was as far as is known.
    let wasRegistered: Bool
    let document: DIDDocument
    let keys: [Key]

    var name: RowName { .retired(owner, number) }

    /// What is left of it on another device.
    var withoutBiometricKeys: RetiredDocument {
        with(keys.filter { $0.key.biometric == nil })
    }

    /// With at least as many wrong attempts at each key under a PIN as are known of it.
    func raisingAttempts(to known: KnownAttempts) -> RetiredDocument {
        with(keys.map { $0.key.pin == nil ? $0 : Key(key: $0.key, attempts: known.more(than: $0.attempts, at: $0.key)) })
    }

    /// Without wrong attempts at a key.
    func forgettingAttempts(at key: KeyRecord) -> RetiredDocument {
        with(keys.map { $0.key.publicKey == key.publicKey ? Key(key: $0.key, attempts: nil) : $0 })
    }

    private func with(_ keys: [Key]) -> RetiredDocument {
        RetiredDocument(
            owner: owner, number: number, retired: retired, wasRegistered: wasRegistered, document: document, keys: keys)
    }

    /// - Throws: ``WalletError`` `damaged`.
    func check() throws(WalletError) {
        for key in keys {
            try key.key.check()
            guard key.key.owner == owner else {
                throw WalletError(.damaged, field: RowName.Kind.retired.rawValue, reason: "a retired key is another owner's")
            }
        }
    }
}
