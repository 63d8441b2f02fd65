import HeraldJSON

extension MXRoomSummary {
    /// The spaces that contain the room (SDN sheet 5.6): those that the room names, and those that name the room and that the user has
    /// joined.
    public var parentSpaceIds: Set<String> { ids("space_parents").union(ids("in_spaces")) }
    /// The rooms that a space contains; empty for other rooms.
    public var childRoomIds: Set<String> { ids("space_children") }
    /// True when this is a space.
    public var isSpace: Bool { roomTypeString == "m.space" }

    /// The rooms that a space contains, in the order that the space gives them; empty for other rooms.
    public var spaceChildren: [MXSpaceChild] {
        (details["space_children"]?.objectValue ?? [:]).map { MXSpaceChild(roomId: $0.key, stored: $0.value) }.sorted()
    }

    private func ids(_ key: String) -> Set<String> { Set(details[key]?.objectValue?.keys ?? []) }

    /// Applies a state event in which a space names a room or a room names a space. An event without servers for the other room removes the
    /// relation.
    mutating func apply(spaceRelation event: MXEvent) {
        guard let other = event.stateKey, !other.isEmpty else { return }
        let key: Detail
        switch event.type {
        case "m.space.parent": key = .spaceParents
        case "m.space.child": key = .spaceChildren
        default: return
        }
        var ids = details[key.rawValue]?.objectValue ?? [:]
        let isThere = !(event.content["via"]?.arrayValue ?? []).isEmpty
        let related = key == .spaceChildren ? MXSpaceChild.stored(event) : true
        // A plain `nil` would be JSON's null here.
        let entry = isThere ? related : JSONValue?.none
        guard ids[other] != entry else { return }
        ids[other] = entry
        set(key, ids.isEmpty ? nil : .object(ids))
    }
}

/// A room of a space, with its place in the space's list.
public struct MXSpaceChild: Sendable, Hashable, Comparable {
    /// The ID of the room.
    public let roomId: String
    /// The place in the list. Places are compared as texts. A room without a place comes after all that have one.
    public let order: String?
    /// True when the space suggests that its members join the room.
    public let isSuggested: Bool
    /// The time at which the room was added, in milliseconds since 1970. The older of two rooms with the same place comes first.
    public let addedAt: UInt64

    init(roomId: String, stored: JSONValue) {
        self.roomId = roomId
        order = stored["order"]?.stringValue
        isSuggested = stored["suggested"]?.boolValue ?? false
        addedAt = UInt64(clamping: stored["added"]?.intValue ?? 0)
    }

    /// Returns the stored form of an `m.space.child` event.
    static func stored(_ event: MXEvent) -> JSONValue {
        var entry: JSONObject = ["added": .int(Int64(clamping: event.originServerTs))]
        if let order = event.content["order"]?.stringValue, isValid(order) { entry["order"] = .string(order) }
        if event.content["suggested"]?.boolValue == true { entry["suggested"] = true }
        return .object(entry)
    }

    /// True for a place that the specification allows: at most 50 characters, all of them printable ASCII.
    private static func isValid(_ order: String) -> Bool {
        !order.isEmpty && order.utf8.count <= 50 && order.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// True when a room comes before another one in the space's list.
    public static func < (left: MXSpaceChild, right: MXSpaceChild) -> Bool {
        switch (left.order, right.order) {
        case (let order?, let other?) where order != other: order.utf8.lexicographicallyPrecedes(other.utf8)
        case (_?, nil): true
        case (nil, _?): false
        default: (left.addedAt, left.roomId) < (right.addedAt, right.roomId)
        }
    }
}
