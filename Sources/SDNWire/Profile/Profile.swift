import HeraldJSON

extension Endpoints {
    /// Returns a user's profile.
    /// Matrix: [getUserProfile](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3profileuserid).
    package static let profile = Endpoint<ProfileRequest, ProfileResponse>(
        .get, .client(.r0), "profile/{userId}", access: .optional)
    /// Returns one field of a user's profile.
    /// Matrix: [getProfileField](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3profileuseridkeyname).
    package static let profileField = Endpoint<ProfileFieldRequest, RawJSON>(
        .get, .client(.r0), "profile/{userId}/{field}", access: .optional)
    /// Sets one field of the caller's profile.
    /// Matrix: [setProfileField](https://spec.matrix.org/v1.18/client-server-api/#put_matrixclientv3profileuseridkeyname).
    package static let setProfileField = Endpoint<SetProfileFieldRequest, EmptyObject>(
        .put, .client(.r0), "profile/{userId}/{field}")
    /// Removes one field of the caller's profile.
    /// Matrix: [deleteProfileField](https://spec.matrix.org/v1.18/client-server-api/#delete_matrixclientv3profileuseridkeyname).
    package static let deleteProfileField = Endpoint<ProfileFieldRequest, EmptyObject>(
        .delete, .client(.r0), "profile/{userId}/{field}", history: .matrix(.v1(16)))
}

/// The profile fields that have a path of their own.
package enum ProfileField: String, Sendable, Hashable, CaseIterable {
    case displayname
    /// The user's avatar, an `mxc://` URL.
    case avatarURL = "avatar_url"
}

package struct ProfileRequest: WireRequest, Hashable {
    package var userID: String
    package init(userID: String) { self.userID = userID }
    package init(parts: RequestParts) throws { self.userID = try parts.pathValue("userId") }
    package func parts() -> RequestParts { RequestParts(path: ["userId": userID]) }
}

/// A user's profile. Fields without a value are left out (SDN sheet 7.8).
package struct ProfileResponse: WireObject, Hashable {
    package var displayname: String?
    package var avatarURL: String?
    /// The wallet address of a SendingNetwork user, in EIP-55 form with `0x` (SDN sheet 2.1).
    package var walletAddress: String?
    /// The user's bio (SDN sheet 2.1).
    package var signature: String?

    package init(
        displayname: String? = nil, avatarURL: String? = nil, walletAddress: String? = nil, signature: String? = nil
    ) {
        self.displayname = displayname
        self.avatarURL = avatarURL
        self.walletAddress = walletAddress
        self.signature = signature
    }
    package init(json: JSONReader) throws {
        self.displayname = try json.optionalString("displayname")
        self.avatarURL = try json.optionalString("avatar_url")
        self.walletAddress = try json.optionalString("wallet_address")
        self.signature = try json.optionalString("signature")
    }
    package var json: JSONValue {
        var object = JSONObject()
        object.set("displayname", displayname)
        object.set("avatar_url", avatarURL)
        object.set("wallet_address", walletAddress)
        object.set("signature", signature)
        return .object(object)
    }
}

package struct ProfileFieldRequest: WireRequest, Hashable {
    package var userID: String
    package var field: ProfileField

    package init(userID: String, field: ProfileField) {
        self.userID = userID
        self.field = field
    }
    package init(parts: RequestParts) throws {
        self.userID = try parts.pathValue("userId")
        self.field = try profileField(parts)
    }
    package func parts() -> RequestParts { RequestParts(path: ["userId": userID, "field": field.rawValue]) }
}

package struct SetProfileFieldRequest: WireRequest, Hashable {
    package var userID: String
    package var field: ProfileField
    /// The new value. `nil` or `""` clears the field.
    package var value: String?

    package init(userID: String, field: ProfileField, value: String?) {
        self.userID = userID
        self.field = field
        self.value = value
    }
    package init(parts: RequestParts) throws {
        self.userID = try parts.pathValue("userId")
        self.field = try profileField(parts)
        self.value = try parts.object().optionalString(field.rawValue)
    }
    package func parts() -> RequestParts {
        RequestParts(
            path: ["userId": userID, "field": field.rawValue], body: .object([field.rawValue: .string(value ?? "")]))
    }
}

private func profileField(_ parts: RequestParts) throws(WireError) -> ProfileField {
    guard let field = ProfileField(rawValue: try parts.pathValue("field")) else {
        throw WireError(.unsupported, field: "field", reason: "expected displayname or avatar_url")
    }
    return field
}
