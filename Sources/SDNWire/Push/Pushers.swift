import HeraldJSON

extension Endpoints {
    /// Sets, replaces or removes a pusher (SDN sheet 6.1).
    /// Matrix: [postPusher](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3pushersset).
    package static let setPusher = Endpoint<SetPusherRequest, EmptyObject>(.post, .client(.r0), "pushers/set")
    /// Lists the user's pushers.
    /// Matrix: [getPushers](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3pushers).
    package static let pushers = Endpoint<NoInput, RawJSON>(.get, .client(.r0), "pushers")
}

/// Sets or removes a pusher. A removal has `kind` `null` and uses only `pushkey` and `app_id`.
package struct SetPusherRequest: WireRequest, Hashable {
    /// The names under which clients send the member `enabled`, which MSC3881 defines: the final name, Matrix's unstable name and
    /// SendingNetwork's unstable name.
    package static let enabledMembers = ["enabled", "org.matrix.msc3881.enabled", "org.sdn.msc3881.enabled"]

    package var pushkey: String
    /// The pusher's kind. `nil` is `null` on the wire and removes the pusher.
    package var kind: String?
    package var appID: String
    package var appDisplayName: String?
    package var deviceDisplayName: String?
    package var profileTag: String?
    package var lang: String?
    package var data: JSONObject
    package var append: Bool
    package var enabled: Bool
    /// The name under which `enabled` is sent for a disabled pusher.
    package var enabledMember: String

    package init(
        pushkey: String, kind: String?, appID: String, appDisplayName: String?, deviceDisplayName: String?,
        profileTag: String?, lang: String?,
        data: JSONObject, append: Bool = false, enabled: Bool = true, enabledMember: String = "org.sdn.msc3881.enabled"
    ) {
        self.pushkey = pushkey
        self.kind = kind
        self.appID = appID
        self.appDisplayName = appDisplayName
        self.deviceDisplayName = deviceDisplayName
        self.profileTag = profileTag
        self.lang = lang
        self.data = data
        self.append = append
        self.enabled = enabled
        self.enabledMember = enabledMember
    }
    package init(parts: RequestParts) throws {
        let body = try parts.object()
        self.pushkey = try body.string("pushkey")
        // An absent kind is an error. It does not count as `null`, so that a client that forgets the member does not remove a pusher.
        guard body.value["kind"] != nil else {
            throw WireError(.missing, field: "kind", reason: "a kind is needed, or null to remove the pusher")
        }
        self.kind = try body.optionalString("kind")
        self.appID = try body.string("app_id")
        self.appDisplayName = try body.optionalString("app_display_name")
        self.deviceDisplayName = try body.optionalString("device_display_name")
        self.profileTag = try body.optionalString("profile_tag")
        self.lang = try body.optionalString("lang")
        self.data = try body.optionalObject("data")?.value ?? [:]
        self.append = try body.optionalBool("append") ?? false
        self.enabledMember = Self.enabledMembers.first { body.value[$0] != nil } ?? "org.sdn.msc3881.enabled"
        self.enabled = try body.optionalBool(enabledMember) ?? true
    }
    package func parts() -> RequestParts {
        var object: JSONObject = [
            "pushkey": .string(pushkey), "app_id": .string(appID), "kind": kind.map(JSONValue.string) ?? .null,
        ]
        object.set("app_display_name", appDisplayName)
        object.set("device_display_name", deviceDisplayName)
        object.set("profile_tag", profileTag)
        object.set("lang", lang)
        if !data.isEmpty { object["data"] = .object(data) }
        if append { object["append"] = true }
        if !enabled { object[enabledMember] = false }
        return RequestParts(body: .object(object))
    }
}

extension SetPusherRequest: RedactedValue {
    /// Omits the push key, which is a secret of the device.
    package var description: String { "SetPusherRequest(\(appID), \(kind ?? "removal"))" }
}
