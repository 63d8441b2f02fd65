import HeraldJSON

extension MXRoomSummary {
    /// The spaces that contain the room: those that the room names, and those that the user has joined and that name the room (SDN sheet 5.6).
    public var parentSpaceIds: Set<String> { ids("space_parents").union(ids("in_spaces")) }
    /// The rooms that a space contains; empty for other rooms.
    public var childRoomIds: Set<String> { ids("space_children") }
    /// True when this is a space.
    public var isSpace: Bool { roomTypeString == "m.space" }

    private func ids(_ key: String) -> Set<String> { Set(details[key]?.objectValue?.keys ?? []) }

    /// Applies a relation to a space. A relation without servers for the other room was withdrawn.
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
        guard isThere != (ids[other] != nil) else { return }
        ids[other] = isThere ? true : nil
        set(key, ids.isEmpty ? nil : .object(ids))
    }
}
