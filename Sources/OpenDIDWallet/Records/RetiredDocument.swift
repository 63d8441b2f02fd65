import OpenDID_DataModel

/// A version of a document that the wallet no longer uses, with the keys that were taken out of use together with it.
///
/// The wallet does not delete such a document, because the refusals of a trust agent and the answers of a registry are not signed. An
/// attacker who can forge both must not be able to make a wallet delete the only keys of its owner's DID.
struct RetiredDocument: Codable, Sendable {
    /// The largest number of retired documents for each owner.
    static let limit = 8

    /// A key with the counted wrong attempts at its PIN. They are stored with the key, so that an attacker gains no new attempts when the
    /// key is taken out of use and restored.
    struct Key: Codable, Sendable {
        let key: KeyRecord
        let attempts: AttemptRecord?
    }

    let owner: KeyOwner
    /// A number that is larger for a document that was retired later.
    let number: Int64
    let retired: StoredInstant
    /// True if the document was the registered one until another one replaced it. False if, as far as the wallet knows, it was never
    /// registered.
    let wasRegistered: Bool
    let document: DIDDocument
    let keys: [Key]

    var name: RowName { .retired(owner, number) }

    /// A copy without the keys of a biometric key store, which cannot be moved to another device.
    var withoutBiometricKeys: RetiredDocument {
        with(keys.filter { $0.key.biometric == nil })
    }

    /// Returns a copy in which the counted wrong attempts at each PIN are at least those that are known.
    func raisingAttempts(to known: KnownAttempts) -> RetiredDocument {
        with(
            keys.map { $0.key.pin == nil ? $0 : Key(key: $0.key, attempts: known.more(than: $0.attempts, at: $0.key)) })
    }

    /// Returns a copy in which no wrong attempts at a key are counted.
    func forgettingAttempts(at key: KeyRecord) -> RetiredDocument {
        with(keys.map { $0.key.publicKey == key.publicKey ? Key(key: $0.key, attempts: nil) : $0 })
    }

    private func with(_ keys: [Key]) -> RetiredDocument {
        RetiredDocument(
            owner: owner, number: number, retired: retired, wasRegistered: wasRegistered, document: document, keys: keys
        )
    }

    /// Checks the keys of the record.
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
