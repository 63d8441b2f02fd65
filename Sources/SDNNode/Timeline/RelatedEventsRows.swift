import GRDB

/// The events of a room that others relate to, as far as one part of an answer needs them. Most events have no relations, so one query for
/// all of them costs less than one for each.
struct RelatedEvents {
    /// The most events that are listed. With more, the relations of each event are read.
    static let listed = 64

    /// Every event may have relations.
    static let unknown = RelatedEvents(ids: nil)

    /// The IDs of the events; `nil` if any event may be one of them.
    private let ids: Set<String>?

    private init(ids: Set<String>?) { self.ids = ids }

    /// Reads the events that have relations from events after a position. An event relates only to earlier ones, so the events from that
    /// position on have no other relations.
    init(room: RoomRowID, after position: Int64, in db: Database) throws {
        guard position < .max else {
            ids = []
            return
        }
        var found: [String] = []
        try db.each(
            "SELECT target FROM relation INDEXED BY relation_by_event WHERE room = ? AND ord > ? LIMIT ?", room,
            position,
            Self.listed + 1
        ) { found.append($0.text(0)) }
        ids = found.count > Self.listed ? nil : Set(found)
    }

    /// False if the event surely has no relations.
    func mayContain(_ eventID: String) -> Bool { ids?.contains(eventID) ?? true }
}
