import HeraldJSON
import HeraldLocks
import SDNValues

/// A user that the session knows (SDN sheet 4.5). There is one object for each user, and syncs keep it up to date.
///
/// The class is `@unchecked Sendable` because ``MXMyUser`` inherits from it. Everything that changes is in `state` or `listeners`, each protected by
/// its lock.
///
/// ```swift
/// let ann = session.user(withUserId: "@ann:node.example.org")
/// let listener = ann?.listenToUserUpdate { print($0.displayname ?? $0.userId, $0.presence) }
/// ```
public class MXUser: @unchecked Sendable {
    /// The user ID, `@localpart:domain`.
    public let userId: String

    private struct State {
        var profile: MXUserProfile
        var presence = MXPresence.unknown
        var statusMsg: String?
        var lastActiveAgo: UInt64?
        var currentlyActive = false
    }
    private let state: Mutex<State>
    private let listeners = Mutex<[(token: MXEventListener, block: @Sendable (MXUser) -> Void)]>([])

    init(_ profile: MXUserProfile) {
        self.userId = profile.userId
        self.state = Mutex(State(profile: profile))
    }

    /// The name in the last member event that the session has received; `nil` when the user has none.
    public var displayname: String? { state.withLock { $0.profile.displayname } }
    /// The avatar, an `mxc://` URL.
    public var avatarUrl: String? { state.withLock { $0.profile.avatarUrl } }
    /// The user's presence, as the node last sent it.
    public var presence: MXPresence { state.withLock { $0.presence } }
    /// The user's own text about the presence, such as "at lunch".
    public var statusMsg: String? { state.withLock { $0.statusMsg } }
    /// The time between the user's last activity and the node's message about it, in milliseconds; `nil` when the node did not say.
    public var lastActiveAgo: UInt64? { state.withLock { $0.lastActiveAgo } }
    /// True when the user was active according to the node's last message.
    public var currentlyActive: Bool { state.withLock { $0.currentlyActive } }

    /// Calls `block` whenever the user's name, avatar or presence has changed.
    /// - Returns: the listener, to be passed to ``removeListener(_:)``.
    public func listenToUserUpdate(_ block: @escaping @Sendable (MXUser) -> Void) -> MXEventListener {
        let token = MXEventListener()
        listeners.withLock { $0.append((token, block)) }
        return token
    }
    /// Removes a listener of this user. Any other object is ignored.
    public func removeListener(_ listener: Any) {
        guard let token = listener as? MXEventListener else { return }
        listeners.withLock { $0.removeAll { $0.token === token } }
    }
    /// Removes all listeners of this user.
    public func removeAllListeners() { listeners.withLock { $0 = [] } }

    private func tell() {
        for listener in listeners.withLock({ $0 }) { listener.block(self) }
    }

    var profile: MXUserProfile { state.withLock { $0.profile } }

    func update(_ profile: MXUserProfile) {
        let isNew = state.withLock { state in
            defer { state.profile = profile }
            return state.profile != profile
        }
        if isNew { tell() }
    }

    /// Takes over an `m.presence` event.
    func update(presence event: MXEvent) {
        let content = event.content
        update(
            presence: MXPresence(identifier: content["presence"]?.stringValue ?? ""),
            statusMsg: content["status_msg"]?.stringValue,
            lastActiveAgo: content["last_active_ago"]?.intValue.map(UInt64.init(clamping:)),
            currentlyActive: content["currently_active"]?.boolValue ?? false)
    }

    func update(presence: MXPresence, statusMsg: String?, lastActiveAgo: UInt64?, currentlyActive: Bool) {
        state.withLock { state in
            state.presence = presence
            state.statusMsg = statusMsg
            state.lastActiveAgo = lastActiveAgo
            state.currentlyActive = currentlyActive
        }
        tell()
    }
}
