import HeraldKeys
import SDNWire

/// The text for a wallet to sign, and the facts that a server needs when the signature arrives (SDN sheet 1.3 and 1.5).
package struct Challenge: Sendable, Hashable {
    /// The operation that the signature allows.
    package enum Operation: String, Sendable, CaseIterable {
        /// Creates the DID, at the first login of a wallet or without a login.
        case create
        /// Logs in to an existing DID, or adds a device key.
        case linkKey = "link_key"
        case link
        case unlink
        case unlinkKey = "unlink_key"
        case burn
        /// Confirms an operation that cannot be undone. It is not a login (SDN sheet 7.7).
        case removeDevices = "remove_devices"
        case replaceKeys = "replace_keys"
        case deactivate
        /// Changes the password. The user confirms the change with the current password, so no wallet signs it.
        case changePassword = "change_password"

        /// True if the operation changes the DID document.
        package var changesDocument: Bool {
            switch self {
            case .create, .linkKey, .link, .unlink, .unlinkKey, .burn: true
            case .removeDevices, .replaceKeys, .deactivate, .changePassword: false
            }
        }

        /// The first line of the text that the wallet shows.
        package var words: String {
            switch self {
            case .create: "Create an account"
            case .linkKey: "Login with this account"
            case .link: "Add new address"
            case .unlink, .unlinkKey: "Unlink this address"
            case .burn: "Burn this account"
            case .removeDevices: "Remove devices from this account"
            case .replaceKeys: "Replace the cross-signing keys of this account"
            case .deactivate: "Deactivate this account for good"
            case .changePassword: "Change the password of this account"
            }
        }
    }

    /// The context in which the signature is valid. A signature for one purpose must be useless for another one, even if the signed texts are
    /// similar.
    package enum Purpose: String, Sendable, CaseIterable {
        case login, document, confirmation
    }

    /// The format of the text.
    package enum Format: Sendable {
        case sdn
        /// Sign-In with Ethereum, with the server's address and the time of issue.
        case eip4361(uri: String, issued: String)
    }

    /// The nonce, as 32 hexadecimal digits.
    package let nonce: String
    package let did: SDNDID
    /// The wallet that must sign. It is `nil` if the client requested the challenge by DID only.
    package let address: EthereumAddress?
    package let operation: Operation
    package let purpose: Purpose
    /// The key IDs to remove, or the device key to add.
    package let ids: [String]
    /// The time of the DID document's last change. The client returns it unchanged.
    package let updated: String
    /// The exact text to sign.
    package let message: String

    /// Creates a challenge with its text.
    /// - Parameters:
    ///   - ids: the key IDs to remove, or the device key to add.
    ///   - subject: the subject of the operation, in one line.
    ///   - node: the server's name, so that a signature for one server is useless on another.
    ///   - shown: the address for a format that requires one, if the client requested the challenge by DID only.
    package init(
        nonce: String, did: SDNDID, address: EthereumAddress?, operation: Operation, purpose: Purpose = .login,
        ids: [String] = [],
        subject: String? = nil, updated: String, node: String, format: Format = .sdn, shown: EthereumAddress? = nil
    ) {
        self.nonce = nonce
        self.did = did
        self.operation = operation
        self.purpose = purpose
        self.ids = ids
        self.updated = updated
        if case .eip4361(let uri, let issued) = format, let named = address ?? shown {
            // The text names a wallet, so only that wallet may sign it.
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
    /// Creates a challenge from the values that a ``ChallengeStore`` stored.
    package init(
        nonce: String, did: SDNDID, address: EthereumAddress?, operation: Operation, purpose: Purpose, ids: [String],
        updated: String, message: String
    ) {
        self.nonce = nonce
        self.did = did
        self.address = address
        self.operation = operation
        self.purpose = purpose
        self.ids = ids
        self.updated = updated
        self.message = message
    }
}
