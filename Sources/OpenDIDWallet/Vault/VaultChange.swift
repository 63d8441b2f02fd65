import OpenDID_DataModel

/// One change of a vault. Several changes form one transaction: see ``WalletVault/commit(_:)``.
package enum VaultChange: Sendable {
    /// Stores the id that the wallet provider assigned.
    case setWalletID(String)
    /// Stores the packages that may request wallet tokens.
    case setAllowedApps([String])
    /// Stores a registered document without a pending one before it, such as after a restoration.
    case setDocument(KeyOwner, DIDDocument)
    /// Stores a document that is to be registered. `nil` deletes a document that was never sent, and every pending key of the owner.
    case setPendingDocument(KeyOwner, DIDDocument?)
    /// Makes the pending document the current one after its registration. Pending keys that it lists become active, and other pending keys
    /// are deleted. The earlier document is retired, with the active keys that the new one does not list.
    case promotePendingDocument(KeyOwner)
    /// Retires a pending document that was sent, if the registry is said not to have it. The pending keys that it lists are retired with
    /// it. Other pending keys are deleted.
    case retirePendingDocument(KeyOwner)
    /// Exchanges the current document and a retired document that is the registered one.
    case takeBack(KeyOwner, number: Int64)
    /// Deletes keys of any stage. Missing keys are not an error.
    case deleteKeys(KeyOwner, [String])
    /// Stores a credential as it was received, without checking it. With `replacingSameSchema`, other credentials of the same schema are
    /// deleted.
    case addCredential(bytes: [UInt8], replacingSameSchema: Bool)
    /// Deletes the other credentials of the same schema, which this credential replaces. A missing credential is not an error.
    case removeEarlier(than: String)
    /// Takes a credential out of use and stores it, if the registry is said not to know it. A missing credential is not an error.
    case doubtCredential(String)
    /// Takes a credential into use again, because the registry knows it. With `replacingSameSchema`, other credentials of the same schema
    /// are deleted.
    case trustCredential(String, replacingSameSchema: Bool)
    /// Deletes credentials. Missing ones are not an error, so that a revocation can be repeated.
    case deleteCredentials([String])
    /// Stores the app's data under a name. `nil` deletes it.
    case setRecord(String, [UInt8]?)
    /// Adds or replaces an entry of the journal.
    case putJournal(JournalEntry)
    /// Deletes an entry of the journal. A missing entry is not an error.
    case removeJournal(String)
    /// Replaces the wallet token. `nil` deletes it. The package must be allowed, and the personal data must be that of the bound user.
    case setWalletToken(WalletTokenRecord?)
    /// Binds a user. `piiHash` is SHA-256 of the user's personal data, 32 bytes.
    case bindUser(piiHash: [UInt8], userId: String?)
    /// Unbinds the user. The user, the token, the holder's documents and keys, and the credentials are deleted (OpenDID sheet 6.8:
    /// depersonalised).
    case unbindUser
}
