import HeraldJSON
import HeraldKeys

/// The check of the kind `address`: the public key and the EIP-55 address follow from the private key.
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

/// The check of the kind `checksum`: a text is accepted or refused as an address (MYKEY sheet 8.1), and is written in EIP-55 form.
struct ChecksumCheck: VectorCheck {
    static let kind = "checksum"

    func check(_ vector: JSONReader) throws {
        let text = try vector.string("text")
        let address: EthereumAddress?
        var refusal = ""
        do {
            address = try EthereumAddress(text, checksum: .strict)
        } catch {
            address = nil
            refusal = error.reason
        }
        try vector.require("acceptable", is: address != nil, because: refusal)
        try vector.require("has_checksum", is: EthereumAddress.hasChecksum(text))
        if let address {
            try vector.require("canonical", is: address.checksummed)
        } else if try !vector.value("canonical").isNull {
            throw VectorFailure("canonical: a form is expected, but the text is refused (\(refusal))")
        }
    }
}
