/// Which row of the vault: what kind of thing, and which one.
struct RowName: Sendable, Hashable {
    /// What kinds of things a vault keeps. The texts are in files and in what is encrypted; never change one.
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
        /// A version of a document that the wallet turned away from; see ``RetiredDocument``.
        case retired
        /// A credential that was issued, and of which the registry did not know when it was asked.
        case doubtful = "doubtful-credential"
        /// What the app keeps with the wallet; see ``WalletVault/record(named:)``.
        case record
        /// The keys of trust agent and providers as they were met; see ``ProviderKeys``.
        case providerKeys = "provider-keys"
        /// Which rows there have to be; see ``RowLedger``.
        case ledger

        /// Whether the row's id is hidden; see ``VaultRows/name(_:hiding:)``.
        var hidesID: Bool { self == .credential || self == .journal || self == .doubtful }
    }

    let kind: Kind
    let id: String

    init(_ kind: Kind, _ id: String = "") {
        self.kind = kind
        self.id = id
    }

    /// What an error says; ids are the user's business.
    var field: String { kind.rawValue }
}
