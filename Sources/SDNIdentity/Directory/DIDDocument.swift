import HeraldJSON
import HeraldKeys
import SDNWire

/// The state of a DID document: the wallets and the device keys of a DID. A DID can have several wallets, and a wallet several DIDs (SDN sheet 1.1).
///
/// A controller of a DID can link any wallet to it. The wallet controls the DID only when the wallet itself has signed: by creating the DID, with
/// `signature2`, or by a login that names the DID. Until then, the linked wallet can only be used for such a login.
package struct DIDDocument: Sendable, Hashable {
    /// A wallet and its permanent number in key IDs.
    package struct Controller: Sendable, Hashable {
        package let address: EthereumAddress
        package let number: Int64
        /// True if the wallet itself has signed that it controls the DID.
        package let isProven: Bool

        package init(address: EthereumAddress, number: Int64, isProven: Bool) {
            self.address = address
            self.number = number
            self.isProven = isProven
        }
    }

    /// A device key and its permanent number in key IDs.
    package struct DeviceKey: Sendable, Hashable {
        package let value: String
        package let number: Int64

        package init(value: String, number: Int64) {
            self.value = value
            self.number = number
        }
    }

    package let did: SDNDID
    /// The time of creation, as in RFC 3339. Clients treat the text as opaque.
    package let created: String
    package let updated: String
    /// The wallets, in the order of linking.
    package let controllers: [Controller]
    /// The device keys, in the order of linking.
    package let keys: [DeviceKey]
    package let isBurned: Bool

    package init(
        did: SDNDID, created: String, updated: String, controllers: [Controller], keys: [DeviceKey], isBurned: Bool
    ) {
        self.did = did
        self.created = created
        self.updated = updated
        self.controllers = controllers
        self.keys = keys
        self.isBurned = isBurned
    }

    package var addresses: [EthereumAddress] { controllers.map(\.address) }
    /// The wallets that control the DID.
    package var provenAddresses: [EthereumAddress] { controllers.filter(\.isProven).map(\.address) }

    /// Returns the text for `updated` after a change at `now`. If the clock has not advanced, it is a millisecond after the old text, so that every
    /// change has a different time.
    package func nextUpdate(now: Timestamp) -> String {
        (Timestamp(rfc3339: updated).map { max(now, $0 + .milliseconds(1)) } ?? now).rfc3339
    }
}

extension DIDDocument {
    /// The DID URL of a wallet or a device key.
    package func keyID(of controller: Controller) -> String { "\(did.text)#controller-\(controller.number)" }
    package func keyID(of key: DeviceKey) -> String { "\(did.text)#key-\(key.number)" }

    /// The document as in W3C DID Core, with one verification method for each wallet and device key (SDN sheet 1.1 and 1.2, row 9).
    ///
    /// It includes linked wallets that have not signed yet, because stock clients expect them. These wallets are not listed under `authentication`.
    package var json: JSONValue {
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
    package var detail: DIDDetailResponse {
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

extension DIDDocument? {
    /// Returns the document of a DID that exists and is not burned.
    /// - Throws: `M_NOT_FOUND` if there is none; `M_USER_DEACTIVATED` if the DID has been burned.
    func known() throws(MatrixError) -> DIDDocument {
        guard let document = self else { throw MatrixError(.notFound, "This DID does not exist.") }
        if document.isBurned { throw MatrixError(.userDeactivated, "This DID has been burned.") }
        return document
    }
}
