import HeraldJSON
import HeraldKeys
import SDNWire

extension DIDDirectory.Document {
    /// The DID URL of a wallet or a device key.
    func keyID(of controller: Controller) -> String { "\(did.text)#controller-\(controller.number)" }
    func keyID(of key: DeviceKey) -> String { "\(did.text)#key-\(key.number)" }

    /// The document as in W3C DID Core, with one verification method for each wallet and device key (SDN sheet 1.1 and 1.2, row 9).
    ///
    /// It includes linked wallets that have not signed yet, because stock clients expect them. They are not under `authentication`.
    var json: JSONValue {
        let wallets = controllers.map { controller in
            JSONValue.object([
                "id": .string(keyID(of: controller)), "type": "EcdsaSecp256k1RecoveryMethod2020",
                "controller": .string(did.text),
                "blockchainAccountId": .string("eip155:1:" + controller.address.checksummed),
            ])
        }
        let devices = keys.map { key in
            JSONValue.object([
                "id": .string(keyID(of: key)), "type": "Ed25519VerificationKey2018", "controller": .string(did.text),
                "publicKeyBase58": .string(key.value),
            ])
        }
        var object: JSONObject = [
            "@context": ["https://www.w3.org/ns/did/v1"], "id": .string(did.text), "controller": [.string(did.text)],
            "verificationMethod": .array(wallets + devices),
            "authentication": .array(controllers.filter(\.isProven).map { .string(keyID(of: $0)) }),
            "created": .string(created), "updated": .string(updated),
        ]
        if !devices.isEmpty { object["assertionMethod"] = .array(devices.compactMap { $0["id"] }) }
        if isBurned { object["deactivated"] = true }
        return .object(object)
    }

    /// The older form with controllers and device keys (SDN sheet 1.2, row 8). It cannot tell which wallets have signed.
    var detail: DIDDetailResponse {
        DIDDetailResponse(
            controllers: controllers.map {
                DIDDetailResponse.Key(
                    type: "EcdsaSecp256k1RecoveryMethod2020", value: $0.address.checksummed, keyID: keyID(of: $0))
            },
            currentPublicKey: keys.last?.value,
            publicKeys: keys.map {
                DIDDetailResponse.Key(type: "Ed25519VerificationKey2018", value: $0.value, keyID: keyID(of: $0))
            })
    }
}
