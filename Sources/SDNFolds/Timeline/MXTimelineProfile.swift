import HeraldJSON
import SDNValues

/// A user's name and avatar in a room at the time of an event.
public struct MXTimelineProfile: Sendable, Hashable {
    /// The user ID, `@localpart:domain`.
    public let userId: String
    /// The name at that time; `nil` when the user had none, or when it is not known.
    public let displayname: String?
    /// The avatar at that time, an `mxc://` URL; `nil` when the user had none, or when it is not known.
    public let avatarUrl: String?
    /// True when the name alone does not say who it is: another member has the same name now, or one that looks the same, or the name reads like
    /// a user ID, turns the direction of text or is invisible.
    public let isAmbiguous: Bool

    /// The name to show: the name, with the user ID behind it when it is ambiguous, or else the user ID.
    public var shownName: String {
        guard let displayname else { return userId }
        return isAmbiguous ? "\(NameLikeness.withoutTurns(displayname)) (\(userId))" : displayname
    }
}

/// The message to which another message replies.
public struct MXInReplyTo: Sendable, Hashable {
    /// The ID of the message.
    public let eventId: String
    /// The message; `nil` when it is not stored. `MXTimelineUpdates.fetchDetails(forEventId:)` then gets it from the node.
    public let event: MXEmbeddedEvent?
}

/// A message inside another one, such as the message to which a reply answers.
public struct MXEmbeddedEvent: Sendable {
    /// The message with the content of its latest edit, or without its content after a redaction.
    public let event: MXEvent
    /// The sender's profile at the time of the message.
    public let senderProfile: MXTimelineProfile
    /// The content in the form in which an app shows it.
    public var content: MXTimelineItemContent { event.timelineContent }
}

extension MXEmbeddedEvent: Hashable {
    /// True when both look the same.
    public static func == (left: MXEmbeddedEvent, right: MXEmbeddedEvent) -> Bool {
        left.event.eventId == right.event.eventId && left.senderProfile == right.senderProfile
            && left.event.isRedacted == right.event.isRedacted && left.event.content == right.event.content
    }
    /// Hashes the ID of the message.
    public func hash(into hasher: inout Hasher) { hasher.combine(event.eventId) }
}

/// The profiles of users over the time that a timeline shows. The profile at an event is that of the last member event before it.
struct ProfileHistory: Sendable {
    struct Value: Sendable, Hashable {
        var displayname: String?
        var avatarUrl: String?

        init(displayname: String?, avatarUrl: String?) {
            self.displayname = displayname.flatMap { $0.isEmpty ? nil : $0 }
            self.avatarUrl = AvatarAddress.checked(avatarUrl)
        }
    }

    /// A change by a member event, and the ID of the member event that it replaced.
    private struct Change: Sendable {
        let place: Int
        var after: Value
        let replaced: String?
    }

    /// The changes of each user, oldest first.
    private var changes: [String: [Change]] = [:]
    /// The profile of each user before the first of these changes.
    private var first: [String: Value] = [:]
    /// The keys of the present members' names (``NameLikeness``), and the number of members with each key.
    private var names: [String: String] = [:]
    private var bearers: [String: Int] = [:]

    /// Forgets everything, and counts the names of the present members.
    mutating func begin(names: [String: String]) {
        self = ProfileHistory()
        self.names = names.mapValues(NameLikeness.key)
        for name in self.names.values { bearers[name, default: 0] += 1 }
    }

    func knows(_ userId: String) -> Bool { first[userId] != nil }

    /// Notes the profile of a user without a change in the timeline. A profile that is known already stays.
    mutating func know(_ userId: String, _ value: Value) {
        if first[userId] == nil { first[userId] = value }
    }

    /// Notes a member event that is newer, or older, than all that were noted before.
    mutating func note(_ event: MXEvent, at place: Int, isNewer: Bool) {
        guard event.type == "m.room.member", let userId = event.stateKey else { return }
        let before = event.prevContent.map {
            Value(displayname: $0["displayname"]?.stringValue, avatarUrl: $0["avatar_url"]?.stringValue)
        }
        guard let after = ProfileHistory.profile(event) ?? before else { return }
        let change = Change(place: place, after: after, replaced: event.unsignedData.replacesState)
        if isNewer {
            know(userId, before ?? after)
            // A change that was dropped with the newest events is noted again when they come back.
            changes[userId]?.removeAll { $0.place >= place }
            changes[userId, default: []].append(change)
        } else {
            first[userId] = before ?? after
            changes[userId, default: []].insert(change, at: 0)
        }
    }

    /// Replaces the profile of a member event that was redacted.
    /// - Parameters:
    ///   - place: the place of the event; `nil` for an event that is older than the timeline.
    ///   - isCurrent: true when the event is the user's current member event.
    mutating func replace(_ event: MXEvent, at place: Int?, isCurrent: Bool) {
        guard let userId = event.stateKey, let after = ProfileHistory.profile(event) else { return }
        guard let oldest = changes[userId]?.first else {
            if isCurrent { first[userId] = after }
            return
        }
        if let place, let index = changes[userId]?.firstIndex(where: { $0.place == place }) {
            changes[userId]?[index].after = after
            if index == 0, event.prevContent == nil { first[userId] = after }
        } else if oldest.replaced == event.eventId {
            first[userId] = after
        }
    }

    private static func profile(_ event: MXEvent) -> Value? {
        let content = event.content
        guard ["join", "invite", "knock"].contains(content["membership"]?.stringValue ?? "") else { return nil }
        return Value(displayname: content["displayname"]?.stringValue, avatarUrl: content["avatar_url"]?.stringValue)
    }

    /// Returns the profile of a user at a place; `nil` for the newest place.
    func profile(of userId: String, at place: Int?) -> MXTimelineProfile {
        let list = changes[userId] ?? []
        let change = list.last { $0.place <= place ?? .max }
        let value = change?.after ?? first[userId]
        let name = value?.displayname
        let others = name.map(NameLikeness.key).map { (bearers[$0] ?? 0) - (names[userId] == $0 ? 1 : 0) } ?? 0
        return MXTimelineProfile(
            userId: userId, displayname: name, avatarUrl: value?.avatarUrl,
            isAmbiguous: others > 0 || name.map(NameLikeness.misleads) ?? false)
    }

    /// Sets the name that a member has now; `nil` for a user who is no member.
    /// - Returns: the keys of the names whose number of bearers changed between none, one and more.
    mutating func set(name: String?, of userId: String) -> Set<String> {
        let (old, name) = (names[userId], name.map(NameLikeness.key))
        guard old != name else { return [] }
        var affected: Set<String> = []
        if let old {
            bearers[old, default: 1] -= 1
            if bearers[old] == 0 { bearers[old] = nil }
            if bearers[old] ?? 0 <= 1 { affected.insert(old) }
        }
        names[userId] = name
        if let name {
            bearers[name, default: 0] += 1
            if bearers[name] ?? 0 <= 2 { affected.insert(name) }
        }
        return affected
    }

    /// Forgets the changes before a place.
    mutating func drop(before place: Int) {
        for (userId, list) in changes where list.first.map({ $0.place < place }) ?? false {
            let kept = list.drop { $0.place < place }
            first[userId] = list[list.count - kept.count - 1].after
            changes[userId] = kept.isEmpty ? nil : Array(kept)
        }
    }

    /// Forgets the changes from a place on, except each user's first one, which says what was before it.
    mutating func drop(from place: Int) {
        for (userId, list) in changes where list.last.map({ $0.place >= place }) ?? false {
            let kept = list.prefix { $0.place < place }
            changes[userId] = Array(list.prefix(kept.count + 1))
        }
    }

    /// The number of changes and profiles that are kept.
    var size: Int { first.count + changes.values.reduce(0) { $0 + $1.count } }

    /// Forgets the profiles of users whom nothing in the timeline names.
    mutating func keep(_ users: Set<String>) {
        for userId in Array(first.keys) where !users.contains(userId) && changes[userId] == nil { first[userId] = nil }
    }
}
