import HeraldJSON
import HeraldKeys

/// `address`: private key → public key → EIP-55 address.
struct AddressCheck: VectorCheck {
    static let kind = "address"

    func check(_ vector: JSONReader) throws {
        let publicKey = try vector.privateKey("private_key").publicKey
        try vector.require("public_key_uncompressed", is: publicKey.uncompressed)
        let address = publicKey.ethereumAddress
        try vector.require("address", is: address.checksummed)
        try vector.require("address_lower", is: "0x" + address.lowercaseHex)
        let read = try EthereumAddress(vector.string("address"))
        guard read == address else { throw VectorFailure("address: the text reads back as other bytes") }
    }
}
