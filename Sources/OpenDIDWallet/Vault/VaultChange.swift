import OpenDID_DataModel

/// One change of a vault. Several are one transaction: see ``WalletVault/commit(_:)``.
package enum VaultChange: Sendable {
    /// The id that the wallet provider gave.
    case setWalletID(String)
    /// The packages that may ask this wallet for tokens.
    case setAllowedApps([String])
    /// The registered document, by and by without pending ones (after a restore, for instance).
    case setDocument(KeyOwner, DIDDocument)
    /// A document on its way to the registry; `nil` drops it and every pending key of the owner: for one that was never sent.
    case setPendingDocument(KeyOwner, DIDDocument?)
    /// The pending document is registered: it becomes the document, pending keys that it lists become active, and other pending keys
    /// are removed. The document that was there is retired, with the active keys that the new one does not list.
    case promotePendingDocument(KeyOwner)
    /// The pending document was sent, and the registry is said not to have it: it is retired, with the pending keys that it lists. Other
    /// pending keys are removed.
    case retirePendingDocument(KeyOwner)
    /// A retired document turned out to be the registered one: it and the one at hand change places.
    case takeBack(KeyOwner, number: Int64)
    /// Removes keys of any stage; names that are not there are no error.
    case deleteKeys(KeyOwner, [String])
    /// A credential as it was received, not checked here. Another one of the same schema goes when `replacingSameSchema`.
    case addCredential(bytes: [UInt8], replacingSameSchema: Bool)
    /// Removes the credentials that this one takes the place of: those of the same schema. Nothing there is no error.
    case removeEarlier(than: String)
    /// The registry is said not to know of a credential: it is kept, and out of use. Nothing there is no error.
    case doubtCredential(String)
    /// The registry knows of a credential after all. Another one of the same schema goes when `replacingSameSchema`.
    case trustCredential(String, replacingSameSchema: Bool)
    /// Ids that are not there are no error, since a repeated revocation is none.
    case deleteCredentials([String])
    /// What the app keeps under a name; `nil` removes it.
    case setRecord(String, [UInt8]?)
    /// Adds or replaces.
    case putJournal(JournalEntry)
    /// Nothing there is no error.
    case removeJournal(String)
    /// Replaces the one wallet token; `nil` removes it. The package must be allowed, and the personal data that of the bound user.
    case setWalletToken(WalletTokenRecord?)
    /// Binds the user whose personal data have this SHA-256, 32 bytes.
    case bindUser(piiHash: [UInt8], userId: String?)
    /// Lets the user go: user, token, holder documents and keys, and credentials are removed (OpenDID sheet 6.8: depersonalised).
    case unbindUser
}
