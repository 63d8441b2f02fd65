/// The time for which a node keeps messages (MSC1763). State events, such as members and names, are never deleted.
public struct RetentionSettings: Sendable, Hashable {
    /// The longest time for which the node keeps a message, in every room. Defaults to none: the node keeps all messages.
    public var longest: Duration?
    /// True if rooms choose a shorter time with the state event `m.room.retention`. Defaults to `false`: the node ignores these events.
    public var allowsRooms: Bool

    /// The shortest time that counts, an hour. A room that asks for less gets this time, because the node looks once an hour.
    static let shortest = Duration.seconds(3_600)

    /// Creates the settings. Each one has a default.
    public init(longest: Duration? = nil, allowsRooms: Bool = false) {
        self.longest = longest
        self.allowsRooms = allowsRooms
    }

    func validate() throws(NodeError) {
        guard longest ?? Self.shortest >= Self.shortest else {
            throw NodeError(.configuration, field: "retention.longest", reason: "must be at least an hour")
        }
    }

    /// Returns the time for which the messages of a room are kept; `nil` if they are kept forever.
    /// - Parameter chosen: the `max_lifetime` of the room in milliseconds; `nil` if the room has none.
    func lifetime(chosen: Int64?) -> Duration? {
        guard allowsRooms, let chosen, chosen > 0 else { return longest }
        let own = max(Self.shortest, .milliseconds(chosen))
        return longest.map { min($0, own) } ?? own
    }
}
