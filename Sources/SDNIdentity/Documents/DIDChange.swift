import HeraldJSON
import HeraldKeys
import SDNWire

/// A change of a DID document that a client requests or signs, after all checks that need no database (SDN sheet 1.2 and 1.8).
package struct DIDChange: Sendable, Hashable {
    private static let idLimit = 20

    package let did: SDNDID
    package let operation: Challenge.Operation
    package let address: EthereumAddress?
    /// The key IDs, or the device key to link.
    package let ids: [String]

    /// - Throws: `WireError` naming the first missing or malformed member.
    package init(_ request: DIDOperationRequest) throws {
        let body = JSONReader(request.body)
        self.did = try SDNDID(request.did)
        let name = try body.string("operation")
        guard let operation = Challenge.Operation(rawValue: name), operation.changesDocument else {
            throw WireError(
                .invalid, field: "operation", reason: "expected create, link, unlink, link_key, unlink_key or burn")
        }
        self.operation = operation
        // Several SDKs send "" for an absent address.
        self.address = try body.optionalString("address").flatMap { text throws(WireError) in
            try text.isEmpty ? nil : WalletReference(text).address
        }
        var ids = try body.optionalStrings("ids") ?? []
        if ids.isEmpty, let key = try body.optionalString("public_key"), !key.isEmpty { ids = [key] }
        guard ids.count <= Self.idLimit, Set(ids).count == ids.count, ids.allSatisfy(Self.isPlain) else {
            throw WireError(
                .invalid, field: "ids",
                reason: "expected up to \(Self.idLimit) different ids of printable characters without spaces")
        }
        self.ids = ids
        if operation == .link && address == nil {
            throw WireError(.missing, field: "address", reason: "the address to link is needed")
        }
        if operation == .unlink || operation == .unlinkKey, ids.isEmpty {
            throw WireError(.missing, field: "ids", reason: "the ids to unlink are needed")
        }
        if operation == .linkKey, ids.count != 1 {
            throw WireError(.missing, field: "ids", reason: "exactly one key to link is needed")
        }
    }

    private static func isPlain(_ id: String) -> Bool {
        (1...200).contains(id.utf8.count) && id.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// True if a challenge is for this change. If the client leaves out `ids` or `address` when it sends the signature, the values of the challenge
    /// count.
    func isAnswered(by challenge: Challenge) -> Bool {
        guard challenge.purpose == .document, challenge.operation == operation, ids.isEmpty || ids == challenge.ids
        else { return false }
        guard operation == .link || operation == .create, let address else { return true }
        return address == challenge.address
    }
}
