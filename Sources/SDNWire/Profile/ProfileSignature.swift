import HeraldJSON

extension Endpoints {
    /// Returns a user's bio. SendingNetwork calls it a signature, but it is not a cryptographic one (SDN sheet 2.1).
    package static let profileSignature = Endpoint<ProfileRequest, ProfileSignature>(
        .get, .client(.r0), "profile/{userId}/signature", access: .optional, history: .sdn)
    /// Sets the caller's bio (SDN sheet 2.1).
    package static let setProfileSignature = Endpoint<SetProfileSignatureRequest, EmptyObject>(
        .put, .client(.r0), "profile/{userId}/signature", history: .sdn)
}

/// The response `{"signature":…}`. The text is empty when the user has no bio.
package struct ProfileSignature: WireObject, Hashable {
    package var signature: String
    package init(signature: String) { self.signature = signature }
    package init(json: JSONReader) throws { self.signature = try json.optionalString("signature") ?? "" }
    package var json: JSONValue { ["signature": .string(signature)] }
}

package struct SetProfileSignatureRequest: WireRequest, Hashable {
    package var userID: String
    /// The bio, at most 100 characters.
    package var signature: String
    package init(userID: String, signature: String) {
        self.userID = userID
        self.signature = signature
    }
    package init(parts: RequestParts) throws {
        self.userID = try parts.pathValue("userId")
        self.signature = try parts.object().string("signature")
    }
    package func parts() -> RequestParts {
        RequestParts(path: ["userId": userID], body: .object(["signature": .string(signature)]))
    }
}
