import HeraldKeys
import SDNWire

/// What a wallet is asked to sign, and what the node must find again when the signature comes (SDN sheet 1.3 and 1.5).
struct Challenge: Sendable {
    /// What the signature allows.
    enum Operation: String, Sendable {
        /// Makes the DID, at the first login of a wallet or without one.
        case create
        /// A login to a DID that is there, or one more device key.
        case linkKey = "link_key"
        case link
        case unlink
        case unlinkKey = "unlink_key"
        case burn
        /// No login: a proof before what cannot be taken back (SDN sheet 7.7).
        case removeDevices = "remove_devices"
        case deactivate
        /// Proved with the password that is there, so no wallet signs it.
        case changePassword = "change_password"

        /// Whether this is a change of the DID document.
        var changesDocument: Bool {
            switch self {
            case .create, .linkKey, .link, .unlink, .unlinkKey, .burn: true
            case .removeDevices, .deactivate, .changePassword: false
            }
        }

        /// The first line of the text that the wallet shows.
        var words: String {
            switch self {
            case .create: "Create an account"
            case .linkKey: "Login with this account"
            case .link: "Add new address"
            case .unlink, .unlinkKey: "Unlink this address"
            case .burn: "Burn this account"
            case .removeDevices: "Remove devices from this account"
            case .deactivate: "Deactivate this account for good"
            case .changePassword: "Change the password of this account"
            }
        }
    }

    /// Where the signature is good: what was signed for one must be worth nothing at the other, also where the words are the same.
    enum Purpose: Sendable {
        case login, document, confirmation
    }

    /// How the text is written.
    enum Format: Sendable {
        case sdn
        /// Sign-In with Ethereum, with the node's address.
        case eip4361(uri: String, issued: String)
    }

    /// 32 hexadecimal digits.
    let nonce: String
    let did: SDNDID
    /// `nil` when the challenge was asked for by DID alone.
    let address: EthereumAddress?
    let operation: Operation
    let purpose: Purpose
    /// Key ids to take away, or the device key to add.
    let ids: [String]
    /// When the DID document last changed; the client sends it back as it is.
    let updated: String
    /// Exactly the text to sign.
    let message: String

    /// - Parameters:
    ///   - ids: key ids to take away, or the device key to add.
    ///   - subject: what the operation is done to, one line.
    ///   - node: the node's name, so that a signature for one node is none for another.
    ///   - shown: the address that a text names which must name one, when the challenge was asked for by DID alone.
    init(
        nonce: String, did: SDNDID, address: EthereumAddress?, operation: Operation, purpose: Purpose = .login, ids: [String] = [],
        subject: String? = nil, updated: String, node: String, format: Format = .sdn, shown: EthereumAddress? = nil
    ) {
        self.nonce = nonce
        self.did = did
        self.operation = operation
        self.purpose = purpose
        self.ids = ids
        self.updated = updated
        if case .eip4361(let uri, let issued) = format, let named = address ?? shown {
            // The text names a wallet, so that wallet alone may answer it.
            self.address = named
            self.message = """
                \(node) wants you to sign in with your Ethereum account:
                \(named.checksummed)

                \(operation.words)

                URI: \(uri)
                Version: 1
                Chain ID: 1
                Nonce: \(nonce)
                Issued At: \(issued)
                Request ID: \(did.text)
                """
            return
        }
        self.address = address
        var lines = [operation.words, "did: \(did.text)"]
        if let address { lines.append("address: \(address.checksummed)") }
        if let subject { lines.append(subject) }
        lines += ids.map { "id: \($0)" }
        lines += ["domain: \(node)", "nonce: \(nonce)", "updated: \(updated)"]
        self.message = lines.map { $0 + "\n" }.joined()
    }
}
