/// The name of a row in the vault: the kind of content and an id.
struct RowName: Sendable, Hashable {
    /// The kinds of content in a vault. Files and encrypted data contain these texts, so they must never change.
    enum Kind: String, Codable, Sendable, CaseIterable {
        case walletID = "wallet-id"
        case allowedApps = "allowed-apps"
        case document
        case pendingDocument = "pending-document"
        case key
        case pendingKey = "pending-key"
        case pinAttempts = "pin-attempts"
        case credential
        case journal
        case token
        case user
        /// A version of a document that the wallet no longer uses; see ``RetiredDocument``.
        case retired
        /// An issued credential that the registry did not know when the wallet asked it.
        case doubtful = "doubtful-credential"
        /// Data that the app stores with the wallet; see ``WalletVault/record(named:)``.
        case record
        /// The keys of the trust agent and of providers that the wallet has seen; see ``ProviderKeys``.
        case providerKeys = "provider-keys"
        /// The list of rows that must exist; see ``RowLedger``.
        case ledger

        /// True if the row's id is hidden; see ``VaultRows/name(_:hiding:)``.
        var hidesID: Bool { self == .credential || self == .journal || self == .doubtful }
    }

    let kind: Kind
    let id: String

    init(_ kind: Kind, _ id: String = "") {
        self.kind = kind
        self.id = id
    }

    /// The kind of row, as the field of an error. It does not contain the id, which is private to the user.
    var field: String { kind.rawValue }
}
