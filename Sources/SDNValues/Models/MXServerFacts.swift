import HeraldJSON
import SDNWire

/// The versions of the client API that a node supports (SDN sheet 3.2).
public struct MXSDNVersions: Hashable, Sendable {
    /// The versions, such as `r0.6.1` and `v1.11`.
    public let versions: [String]
    /// The experimental features by name; true means on.
    public let unstableFeatures: [String: Bool]

    package init(_ wire: VersionsResponse) {
        versions = wire.versions
        var features: [String: Bool] = [:]
        for (name, value) in wire.unstableFeatures { features[name] = value.boolValue }
        unstableFeatures = features
    }

    /// True when a feature is on, under either of the prefixes `org.matrix.` and `org.sdn.` (SDN sheet 0.2).
    public func supports(_ feature: String) -> Bool {
        if let value = unstableFeatures[feature] { return value }
        for (one, other) in [("org.matrix.", "org.sdn."), ("org.sdn.", "org.matrix.")] where feature.hasPrefix(one) {
            return unstableFeatures[other + feature.dropFirst(one.count)] ?? false
        }
        return false
    }
}

/// The document in which a domain names its node (SDN sheet 3.2).
public struct MXWellKnown: JSONModel, Hashable {
    /// The node's URL.
    public let homeServer: String
    /// The identity server's URL; `nil` when the domain names none.
    public let identityServer: String?
    /// The whole document.
    public let json: JSONObject

    package init(json: JSONReader) throws {
        homeServer = try json.object("m.homeserver").string("base_url")
        identityServer = try json.optionalObject("m.identity_server")?.string("base_url")
        self.json = json.value
    }
}

/// The capabilities of a node (SDN sheet 3.2).
public struct MXCapabilities: JSONModel, Hashable {
    /// True when users may change their password, or when the node does not say.
    public let canChangePassword: Bool
    /// The version of new rooms.
    public let defaultRoomVersion: String?
    /// The stability of each room version, `stable` or `unstable`, by version.
    public let availableRoomVersions: [String: String]
    /// Every capability by name.
    public let json: JSONObject

    package init(json: JSONReader) throws {
        let all = try json.object("capabilities")
        canChangePassword = try all.optionalObject("m.change_password")?.optionalBool("enabled") ?? true
        let versions = try all.optionalObject("m.room_versions")
        defaultRoomVersion = try versions?.optionalString("default")
        var available: [String: String] = [:]
        for (version, stability) in try versions?.optionalObject("available")?.value ?? [:] {
            available[version] = stability.stringValue
        }
        availableRoomVersions = available
        self.json = all.value
    }
}
