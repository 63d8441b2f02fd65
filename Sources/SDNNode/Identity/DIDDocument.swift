import HeraldJSON
import HeraldKeys
import SDNWire

extension DIDDirectory.Document {
    /// The document as W3C DID Core has it: one verification method for each wallet (SDN sheet 1.1 and 1.2, row 9).
    var json: JSONValue {
        let methods = addresses.enumerated().map { index, address in
            JSONValue.object([
                "id": .string("\(did.text)#controller-\(index + 1)"), "type": "EcdsaSecp256k1RecoveryMethod2020", "controller": .string(did.text),
                "blockchainAccountId": .string("eip155:1:" + address.checksummed),
            ])
        }
        return [
            "@context": ["https://www.w3.org/ns/did/v1"], "id": .string(did.text), "controller": [.string(did.text)],
            "verificationMethod": .array(methods), "authentication": .array(methods.compactMap { $0["id"] }),
            "created": .string(created), "updated": .string(updated),
        ]
    }

    /// The older form, by controllers and device keys (SDN sheet 1.2, row 8).
    var detail: DIDDetailResponse {
        let controllers = addresses.enumerated().map { index, address in
            DIDDetailResponse.Key(type: "EcdsaSecp256k1RecoveryMethod2020", value: address.checksummed, keyID: "\(did.text)#controller-\(index + 1)")
        }
        return DIDDetailResponse(controllers: controllers, currentPublicKey: nil, publicKeys: [])
    }
}
