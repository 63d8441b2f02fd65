import HeraldJSON

extension Endpoints {
    /// Lists the DIDs of a wallet address (SDN sheet 1.2, row 1).
    package static let didList = Endpoint<DIDListRequest, DIDListResponse>(
        .get, .client(.unstable), "address/{address}", access: .open, limit: .logins, history: .sdn)
    /// Starts a DID login: returns a challenge to sign (SDN sheet 1.3).
    package static let preLogin = Endpoint<PreLoginRequest, PreLoginResponse>(
        .post, .client(.unstable), "did/pre_login1", access: .open, history: .sdn)
    /// Completes a DID login: exchanges the signed challenge for an access token (SDN sheet 1.4).
    package static let didLogin = Endpoint<DIDLoginRequest, LoginResponse>(
        .post, .client(.unstable), "did/login", access: .open, history: .sdn)
    /// Starts a read-only session for a user without a wallet (SDN sheet 1.2, row 10).
    package static let tourist = Endpoint<BodyRequest, LoginResponse>(
        .post, .client(.unstable), "did/tourist", access: .open, history: .sdn)
}

/// Asks which DIDs an address controls. `address` is sent unchanged: `0x…`, `eip155:…` or `did:pkh:…`.
package struct DIDListRequest: WireRequest, Hashable {
    package var address: String
    package init(address: String) { self.address = address }
    package init(parts: RequestParts) throws { self.address = try parts.pathValue("address") }
    package func parts() -> RequestParts { RequestParts(path: ["address": address]) }
}

/// The response `{"data":["did:sdn:…"]}`. The list is empty when the address has no DID.
package struct DIDListResponse: WireObject, Hashable {
    package var dids: [String]
    package init(dids: [String]) { self.dids = dids }
    package init(json: JSONReader) throws { self.dids = try json.strings("data") }
    package var json: JSONValue { ["data": .array(dids.map(JSONValue.string))] }
}

/// Asks for a login challenge by DID, by address, or by both. An empty string counts as absent.
package struct PreLoginRequest: WireRequest, Hashable {
    package var did: String?
    package var address: String?
    /// The format of the challenge: `eip4361` for a Sign-In with Ethereum message, `nil` for SendingNetwork's own format (SDN sheet 1.5).
    package var messageFormat: String?

    package init(did: String? = nil, address: String? = nil, messageFormat: String? = nil) {
        self.did = did
        self.address = address
        self.messageFormat = messageFormat
    }
    package init(parts: RequestParts) throws {
        let body = try parts.object()
        self.did = trimmedOrAbsent(try body.optionalString("did"))
        self.address = trimmedOrAbsent(try body.optionalString("address"))
        self.messageFormat = trimmedOrAbsent(try body.optionalString("message_format"))
    }
    package func parts() -> RequestParts {
        var object = JSONObject()
        object.set("did", did)
        object.set("address", address)
        object.set("message_format", messageFormat)
        return RequestParts(body: .object(object))
    }
}

/// A login challenge. The wallet signs `message` byte for byte. The login request repeats `updated` and `randomServer` unchanged.
package struct PreLoginResponse: WireObject, Hashable {
    package var did: String
    package var message: String
    package var updated: String
    /// A nonce of 32 hexadecimal digits. It is empty in the deprecated login flow.
    package var randomServer: String

    package init(did: String, message: String, updated: String, randomServer: String) {
        self.did = did
        self.message = message
        self.updated = updated
        self.randomServer = randomServer
    }
    package init(json: JSONReader) throws {
        self.did = try json.optionalString("did") ?? json.string("DID")
        self.message = try json.string("message")
        self.updated = try json.string("updated")
        self.randomServer = try json.optionalString("random_server") ?? ""
    }
    package var json: JSONValue {
        [
            "did": .string(did), "message": .string(message), "updated": .string(updated),
            "random_server": .string(randomServer),
        ]
    }
}

/// A signed login challenge. `token` and `appToken` are wallet signatures in hexadecimal (SDN sheet 1.6).
package struct DIDLoginRequest: WireRequest, Hashable {
    package static let type = "m.login.did.identity"

    package var type: String
    package var randomServer: String?
    package var updated: String?
    package var did: String?
    package var address: String?
    package var message: String?
    package var token: String?
    package var appToken: String?
    package var deviceID: String?
    package var deviceDisplayName: String?
    /// True to ask for an access token that expires, together with a refresh token.
    package var wantsRefreshToken = false

    package init(
        type: String = DIDLoginRequest.type, randomServer: String?, updated: String?, did: String?, address: String?,
        message: String?, token: String?,
        appToken: String? = nil, deviceID: String? = nil, deviceDisplayName: String? = nil
    ) {
        self.type = type
        self.randomServer = randomServer
        self.updated = updated
        self.did = did
        self.address = address
        self.message = message
        self.token = token
        self.appToken = appToken
        self.deviceID = deviceID
        self.deviceDisplayName = deviceDisplayName
    }

    package init(parts: RequestParts) throws {
        let body = try parts.object()
        let identifier = try body.object("identifier")
        self.type = trimmedOrAbsent(try body.string("type")) ?? ""
        self.randomServer = trimmedOrAbsent(try body.optionalString("random_server"))
        self.updated = trimmedOrAbsent(try body.optionalString("updated"))
        self.did = trimmedOrAbsent(try identifier.optionalString("did"))
        self.address = trimmedOrAbsent(try identifier.optionalString("address"))
        // The message is not trimmed, because it must equal the challenge byte for byte.
        self.message = try identifier.optionalString("message").flatMap { $0.isEmpty ? nil : $0 }
        self.token = trimmedOrAbsent(try identifier.optionalString("token"))
        // One SDK sends `app_token` beside the identifier instead of inside it (SDN sheet 1.4).
        self.appToken =
            try trimmedOrAbsent(identifier.optionalString("app_token"))
            ?? trimmedOrAbsent(body.optionalString("app_token"))
        self.deviceID = trimmedOrAbsent(try body.optionalString("device_id"))
        self.deviceDisplayName = trimmedOrAbsent(try body.optionalString("initial_device_display_name"))
        // One SDK sends a string as `refresh_token`. Only `true` asks for a refresh token (SDN sheet 1.4).
        self.wantsRefreshToken = body.value["refresh_token"]?.boolValue ?? false
    }

    package func parts() -> RequestParts {
        var identifier = JSONObject()
        identifier.set("did", did)
        identifier.set("address", address)
        identifier.set("message", message)
        identifier.set("token", token)
        identifier.set("app_token", appToken)
        var object: JSONObject = ["type": .string(type), "identifier": .object(identifier)]
        object.set("random_server", randomServer)
        object.set("updated", updated)
        object.set("device_id", deviceID)
        object.set("initial_device_display_name", deviceDisplayName)
        if wantsRefreshToken { object["refresh_token"] = true }
        return RequestParts(body: .object(object))
    }
}

extension DIDLoginRequest: RedactedValue {
    /// Omits the signatures, which are as good as a password until the challenge is used.
    package var description: String { "DIDLoginRequest(\(did ?? address ?? "no identifier"), signatures redacted)" }
}
