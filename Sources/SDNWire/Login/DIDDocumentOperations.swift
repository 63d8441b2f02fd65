import HeraldJSON

extension Endpoints {
    /// Returns a login challenge for a DID, without a nonce (SDN sheet 1.2, row 4; deprecated).
    package static let preLoginOfDID = Endpoint<DIDRequest, PreLoginResponse>(
        .post, .client(.unstable), "did/{did}/pre_login", access: .open, history: .sdn.deprecated(.bySDN))
    /// Creates a pending DID for an address (SDN sheet 1.2, row 5; deprecated).
    package static let createDID = Endpoint<CreateDIDRequest, PreLoginResponse>(
        .post, .client(.unstable), "did/create", access: .open, history: .sdn.deprecated(.bySDN))
    /// Applies a signed operation to a DID document (SDN sheet 1.2, row 6; deprecated).
    package static let saveDID = Endpoint<DIDOperationRequest, MessageResponse>(
        .post, .client(.unstable), "did/{did}", access: .open, history: .sdn.deprecated(.bySDN))
    /// Returns the message to sign for an operation (SDN sheet 1.2, row 7; deprecated).
    package static let updateDID = Endpoint<DIDOperationRequest, PreLoginResponse>(
        .post, .client(.unstable), "did/{did}/update", access: .open, history: .sdn.deprecated(.bySDN))
    /// Returns the controllers and keys of a DID (SDN sheet 1.2, row 8; deprecated).
    package static let didDetail = Endpoint<DIDRequest, DIDDetailResponse>(
        .get, .client(.unstable), "did/{did}/detail", access: .open, limit: .logins, history: .sdn.deprecated(.bySDN))
    /// Returns a random string for an address (SDN sheet 1.2, row 11).
    package static let loginRandom = Endpoint<LoginRandomRequest, LoginRandomResponse>(
        .post, .client(.r0), "get_random", access: .open, history: .sdn)
    /// Returns the app vendor's signature over a login message (SDN sheet 1.2, row 12).
    package static let appServiceSign = Endpoint<AppServiceSignRequest, AppServiceSignResponse>(
        .post, .root, "appservice/sign", access: .open, history: .sdn)
    /// Returns a DID document (SDN sheet 1.2, row 9).
    package static let resolveDID = Endpoint<DIDRequest, RawJSON>(
        .get, .client(.unstable), "did/{did}", access: .open, limit: .logins, history: .sdn)
}

/// A request about one DID.
package struct DIDRequest: WireRequest, Hashable {
    package var did: String
    package init(did: String) { self.did = did }
    package init(parts: RequestParts) throws { self.did = try parts.pathValue("did") }
    package func parts() -> RequestParts { RequestParts(path: ["did": did]) }
}

package struct CreateDIDRequest: WireRequest, Hashable {
    /// The wallet address: `did:pkh:eip155:<chain>:0x…`, `eip155:<chain>:0x…` or `0x…`.
    package var address: String
    package init(address: String) { self.address = address }
    package init(parts: RequestParts) throws { self.address = try parts.object().string("address") }
    package func parts() -> RequestParts { RequestParts(body: ["address": .string(address)]) }
}

/// An operation on a DID document. The body holds `operation`, `address` and `ids`. A request that saves the operation also has `signature`
/// and `updated`.
package struct DIDOperationRequest: WireRequest, Hashable {
    package var did: String
    package var body: JSONObject
    package init(did: String, body: JSONObject) {
        self.did = did
        self.body = body
    }
    package init(parts: RequestParts) throws {
        self.did = try parts.pathValue("did")
        self.body = try parts.object().value
    }
    package func parts() -> RequestParts { RequestParts(path: ["did": did], body: .object(body)) }
}

extension DIDOperationRequest: RedactedValue {
    /// Omits the signature.
    package var description: String {
        "DIDOperationRequest(\(did), \(body["operation"]?.stringValue ?? "no operation"))"
    }
}

/// The response `{"message":…}`.
package struct MessageResponse: WireObject, Hashable {
    package var message: String
    package init(message: String) { self.message = message }
    package init(json: JSONReader) throws { self.message = try json.string("message") }
    package var json: JSONValue { ["message": .string(message)] }
}

/// The response `{"controllers":[K],"current_public_key":…,"public_keys":[K]}` (SDN sheet 1.2). Each K is a ``Key``.
package struct DIDDetailResponse: WireObject, Hashable {
    /// A wallet address (`EcdsaSecp256k1RecoveryMethod2020`) or a device key (`Ed25519VerificationKey2018`).
    package struct Key: Sendable, Hashable {
        package var type: String
        package var value: String
        package var keyID: String
        package init(type: String, value: String, keyID: String) {
            self.type = type
            self.value = value
            self.keyID = keyID
        }
        init(json: JSONReader) throws {
            self.init(type: try json.string("type"), value: try json.string("value"), keyID: try json.string("key_id"))
        }
        var json: JSONValue { ["type": .string(type), "value": .string(value), "key_id": .string(keyID)] }
    }

    package var controllers: [Key]
    package var currentPublicKey: String?
    package var publicKeys: [Key]

    package init(controllers: [Key], currentPublicKey: String?, publicKeys: [Key]) {
        self.controllers = controllers
        self.currentPublicKey = currentPublicKey
        self.publicKeys = publicKeys
    }
    package init(json: JSONReader) throws {
        self.controllers = try json.objects("controllers").map(Key.init(json:))
        self.currentPublicKey = try json.optionalString("current_public_key")
        self.publicKeys = try (json.optionalObjects("public_keys") ?? []).map(Key.init(json:))
    }
    package var json: JSONValue {
        var object: JSONObject = [
            "controllers": .array(controllers.map(\.json)), "public_keys": .array(publicKeys.map(\.json)),
        ]
        object.set("current_public_key", currentPublicKey)
        return .object(object)
    }
}

package struct LoginRandomRequest: WireRequest, Hashable {
    package var address: String
    package init(address: String) { self.address = address }
    package init(parts: RequestParts) throws { self.address = try parts.object().string("address") }
    package func parts() -> RequestParts { RequestParts(body: ["address": .string(address), "medium": "did"]) }
}

/// The response `{"random":…}`.
package struct LoginRandomResponse: WireObject, Hashable {
    package var random: String
    package init(random: String) { self.random = random }
    package init(json: JSONReader) throws { self.random = try json.string("random") }
    package var json: JSONValue { ["random": .string(random)] }
}

package struct AppServiceSignRequest: WireRequest, Hashable {
    /// The message of the login challenge.
    package var message: String
    package init(message: String) { self.message = message }
    package init(parts: RequestParts) throws { self.message = try parts.object().string("message") }
    package func parts() -> RequestParts { RequestParts(body: ["message": .string(message)]) }
}

/// The response `{"signature":"0x…"}`.
package struct AppServiceSignResponse: WireObject, Hashable {
    package var signature: String
    package init(signature: String) { self.signature = signature }
    package init(json: JSONReader) throws { self.signature = try json.string("signature") }
    package var json: JSONValue { ["signature": .string(signature)] }
}

extension AppServiceSignResponse: RedactedValue {
    package var description: String { "AppServiceSignResponse(signature redacted)" }
}
