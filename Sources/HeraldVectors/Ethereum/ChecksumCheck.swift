import HeraldJSON
import HeraldKeys

/// `checksum`: accept or refuse a text as an address (MYKEY sheet 8.1) and print it in EIP-55 form.
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
