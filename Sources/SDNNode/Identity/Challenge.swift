import HeraldKeys
import SDNWire

/// What a wallet is asked to sign, and what the node must find again when the signature comes (SDN sheet 1.3 and 1.5).
struct Challenge: Sendable {
    /// What the signature allows; its words open the text that the wallet shows.
    enum Operation: String, Sendable {
        /// The first login of a wallet: makes the DID.
        case create = "Create an account"
        /// A login to a DID that is there.
        case linkKey = "Login with this account"
    }

    /// 32 hexadecimal digits.
    let nonce: String
    let did: SDNDID
    /// `nil` when the challenge was asked for by DID alone.
    let address: EthereumAddress?
    let operation: Operation
    /// When the DID document last changed; the client sends it back as it is.
    let updated: String
    /// Exactly the text to sign.
    let message: String

    /// - Parameter node: the node's name, so that a signature for one node is none for another.
    init(nonce: String, did: SDNDID, address: EthereumAddress?, operation: Operation, updated: String, node: String) {
        self.nonce = nonce
        self.did = did
        self.address = address
        self.operation = operation
        self.updated = updated
        var lines = [operation.rawValue, "did: \(did.text)"]
        if let address { lines.append("address: \(address.checksummed)") }
        lines += ["domain: \(node)", "nonce: \(nonce)", "updated: \(updated)"]
        self.message = lines.map { $0 + "\n" }.joined()
    }
}
