import HeraldJSON

/// The capabilities of a node, in the form of the original SDK's session (SDN sheet 3.2).
public struct MXNodeCapabilities: JSONModel, Hashable {
    /// The room versions that a node supports.
    public struct RoomVersions: Sendable, Hashable {
        /// The version of new rooms.
        public let `default`: String
        /// The stability of each room version, `stable` or `unstable`, by version.
        public let available: [String: String]
    }

    /// True when users may change their password, or when the node does not say.
    public let canChangePassword: Bool
    /// True when users may change their name, or when the node does not say.
    public let canSetDisplayName: Bool
    /// True when users may change their avatar, or when the node does not say.
    public let canSetAvatarUrl: Bool
    /// True when users may change their e-mail addresses and telephone numbers, or when the node does not say.
    public let canChange3Pid: Bool
    /// The room versions; `nil` when the node does not say.
    public let roomVersions: RoomVersions?
    /// Every capability by name.
    public let json: JSONObject

    package init(json: JSONReader) throws {
        let all = try json.object("capabilities")
        func isEnabled(_ name: String) throws -> Bool { try all.optionalObject(name)?.optionalBool("enabled") ?? true }
        canChangePassword = try isEnabled("m.change_password")
        canSetDisplayName = try isEnabled("m.set_displayname")
        canSetAvatarUrl = try isEnabled("m.set_avatar_url")
        canChange3Pid = try isEnabled("m.3pid_changes")
        roomVersions = try all.optionalObject("m.room_versions").map { versions in
            var available: [String: String] = [:]
            for (version, stability) in try versions.optionalObject("available")?.value ?? [:] {
                available[version] = stability.stringValue
            }
            return RoomVersions(default: try versions.string("default"), available: available)
        }
        self.json = all.value
    }
}
