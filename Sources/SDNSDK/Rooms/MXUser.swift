import HeraldJSON
import Synchronization

/// A user that the session has met (SDN sheet 4.5). One object for each user; what it says follows the syncs.
public final class MXUser: Sendable {
    /// `@localpart:domain`.
    public let userId: String

    private struct State {
        var profile: MXUserProfile
        var presence = MXPresence.unknown
        var statusMsg: String?
        var lastActiveAgo: UInt64?
        var currentlyActive = false
    }
    private let state: Mutex<State>

    init(_ profile: MXUserProfile) {
        self.userId = profile.userId
        self.state = Mutex(State(profile: profile))
    }

    /// The name as last seen in a member event; `nil` when the user has none.
    public var displayname: String? { state.withLock { $0.profile.displayname } }
    /// An `mxc://` URL.
    public var avatarUrl: String? { state.withLock { $0.profile.avatarUrl } }
    /// Whether the user is there, as the node last said.
    public var presence: MXPresence { state.withLock { $0.presence } }
    /// The text that the user put beside the presence.
    public var statusMsg: String? { state.withLock { $0.statusMsg } }
    /// Milliseconds since the user did something, counted when the node said so; `nil` when it did not.
    public var lastActiveAgo: UInt64? { state.withLock { $0.lastActiveAgo } }
    /// Whether the user is doing something right now, as the node last said.
    public var currentlyActive: Bool { state.withLock { $0.currentlyActive } }

    func update(_ profile: MXUserProfile) { state.withLock { $0.profile = profile } }

    /// Takes over an `m.presence` event.
    func update(presence event: MXEvent) {
        let content = event.content
        state.withLock { state in
            state.presence = MXPresence(identifier: content["presence"]?.stringValue ?? "")
            state.statusMsg = content["status_msg"]?.stringValue
            state.lastActiveAgo = content["last_active_ago"]?.intValue.map(UInt64.init(clamping:))
            state.currentlyActive = content["currently_active"]?.boolValue ?? false
        }
    }
}
