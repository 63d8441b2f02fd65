import HeraldJSON

/// A page of found messages (SDN sheet 3.2 and 7.4).
public struct MXSearchRoomEventResults: ResponseModel {
    /// The estimated total number of results.
    public let count: Int
    /// The results, in the requested order.
    public let results: [MXSearchResult]
    /// The words to highlight in the results.
    public let highlights: [String]
    /// The token of the next page; `nil` on the last.
    public let nextBatch: String?
    /// The current state of the results' rooms by room ID, when it was requested.
    public let state: [String: [MXEvent]]
    /// The groups of results, by the name of the grouping and the key of the group. Empty when no groups were requested.
    public let groups: [String: [String: MXSearchGroup]]

    package init(document: JSONDocument) throws {
        guard let found = document.root["search_categories"]?["room_events"] else {
            throw JSONError(
                .missingMember, path: "search_categories.room_events", reason: "this member is required and absent")
        }
        results = found["results"]?.elements.compactMap(MXSearchResult.init(view:)) ?? []
        count = Int(clamping: found["count"]?.int ?? Int64(results.count))
        highlights = found["highlights"]?.elements.compactMap(\.string) ?? []
        nextBatch = found["next_batch"]?.string
        var state: [String: [MXEvent]] = [:]
        if let rooms = found["state"] {
            for (room, events) in rooms.members { state[room] = EventList.read(events, roomId: room) }
        }
        self.state = state
        var groups: [String: [String: MXSearchGroup]] = [:]
        if let all = found["groups"] {
            for (name, members) in all.members {
                for (key, group) in members.members { groups[name, default: [:]][key] = MXSearchGroup(view: group) }
            }
        }
        self.groups = groups
    }
}

/// A found message.
public struct MXSearchResult: Sendable {
    /// The score of the match. Larger is better.
    public let rank: Double
    /// The message.
    public let result: MXEvent
    /// The events around the message, when they were requested.
    public let context: MXSearchEventContext?

    init?(view: JSONView) {
        guard let event = view["result"].flatMap({ try? MXEvent(view: $0) }) else { return nil }
        rank = view["rank"]?.double ?? 0
        result = event
        context = view["context"].map(MXSearchEventContext.init(view:))
    }
}

/// The events around a found message.
public struct MXSearchEventContext: Sendable {
    /// The token with which the events before ``eventsBefore`` are read.
    public let start: String?
    /// The token with which the events after ``eventsAfter`` are read.
    public let end: String?
    /// The events before the found message, newest first.
    public let eventsBefore: [MXEvent]
    /// The events after the found message, oldest first.
    public let eventsAfter: [MXEvent]
    /// The senders' names and avatars at the time of the message, by user ID.
    public let profileInfo: [String: MXSearchUserProfile]

    init(view: JSONView) {
        start = view["start"]?.string
        end = view["end"]?.string
        eventsBefore = EventList.read(view["events_before"])
        eventsAfter = EventList.read(view["events_after"])
        var profiles: [String: MXSearchUserProfile] = [:]
        if let all = view["profile_info"] {
            for (user, profile) in all.members {
                profiles[user] = MXSearchUserProfile(
                    displayName: profile["displayname"]?.string,
                    avatarUrl: AvatarAddress.checked(profile["avatar_url"]?.string))
            }
        }
        profileInfo = profiles
    }
}

/// A sender's name and avatar at the time of a message.
public struct MXSearchUserProfile: Sendable, Hashable {
    /// The name; `nil` when there was none.
    public let displayName: String?
    /// The avatar, an `mxc://` URL; `nil` when there was none.
    public let avatarUrl: String?
}

/// Results that belong together, such as those of one room.
public struct MXSearchGroup: Sendable, Hashable {
    /// The position of the group. Groups are shown by increasing order.
    public let order: Int
    /// The IDs of the events in the group.
    public let results: [String]
    /// The token of the group's next page, on nodes that page groups.
    public let nextBatch: String?

    init(view: JSONView) {
        order = Int(clamping: view["order"]?.int ?? 0)
        results = view["results"]?.elements.compactMap(\.string) ?? []
        nextBatch = view["next_batch"]?.string
    }
}

/// Found users (SDN sheet 3.2).
public struct MXUserSearchResponse: JSONModel, Hashable {
    /// True when there are more users than ``results`` holds.
    public let limited: Bool
    /// The users.
    public let results: [MXUserSearchResult]

    package init(json: JSONReader) throws {
        limited = try json.optionalBool("limited") ?? false
        results = try json.objects("results").map(MXUserSearchResult.init(json:))
    }
}

/// A found user.
public struct MXUserSearchResult: JSONModel, Hashable {
    /// The user's ID.
    public let userId: String
    /// The user's name; `nil` when there is none.
    public let displayname: String?
    /// The avatar, an `mxc://` URL; `nil` when there is none.
    public let avatarUrl: String?

    package init(json: JSONReader) throws {
        userId = try json.string("user_id")
        displayname = try json.optionalString("display_name")
        avatarUrl = AvatarAddress.checked(try json.optionalString("avatar_url"))
    }
}
