import SDNValues

/// The places of receipts and of the read marker at events that a model dropped because they are no items.
struct DroppedReads: Sendable {
    /// True when the model dropped such events.
    var hasDropped = false
    /// The events of marks that have moved to events which are not in the model. Nobody has looked for their places.
    var unplaced: Set<String> = []
    /// The read marker for which somebody has looked.
    var soughtMarkerId: String?
    /// The last event of the model before each of the dropped events, and the dropped events after each of these.
    private(set) var anchors: [String: String] = [:]
    private(set) var followers: [String: Set<String>] = [:]

    mutating func set(_ anchor: String, before eventId: String) {
        remove(eventId)
        anchors[eventId] = anchor
        followers[anchor, default: []].insert(eventId)
    }

    mutating func remove(_ eventId: String) {
        guard let anchor = anchors.removeValue(forKey: eventId) else { return }
        followers[anchor]?.remove(eventId)
        if followers[anchor]?.isEmpty == true { followers[anchor] = nil }
    }
}

// The store says where a dropped event was, so a receipt at it is still shown on the last item before it.
extension TimelineModel {
    /// Removes and returns the events of the marks whose places have to be looked up, with the events of the model, oldest first; `nil` when there are
    /// none.
    package mutating func takeUnplacedReads() -> (reads: Set<String>, events: [String])? {
        guard droppedReads.hasDropped else { return nil }
        var reads = droppedReads.unplaced
        droppedReads.unplaced = []
        if let readMarkerId, readMarkerId != droppedReads.soughtMarkerId { reads.insert(readMarkerId) }
        droppedReads.soughtMarkerId = readMarkerId
        reads = reads.filter { places[$0] == nil && droppedReads.anchors[$0] == nil }
        return reads.isEmpty ? nil : (reads, events.map(\.eventId))
    }

    /// Notes after which events of the model dropped events were.
    /// - Parameter anchors: the last event of the model before each dropped event, by the ID of the dropped event.
    package mutating func place(_ anchors: [String: String]) {
        forgetUnreadAnchors()
        for (eventId, anchor) in anchors where places[eventId] == nil {
            // Newer events than those of a detached model are not dropped ones.
            guard places[anchor] != nil, !isDetached || anchor != events.last?.eventId else { continue }
            droppedReads.set(anchor, before: eventId)
            touchReaders(at: eventId)
            for key in readers[eventId] ?? [] {
                if let other = standing[key].flatMap({ counterpart(of: $0) }) { touchReaders(at: other.eventId) }
            }
        }
    }

    /// Notes that a mark has moved to an event.
    mutating func noteRead(at eventId: String) {
        if droppedReads.hasDropped, places[eventId] == nil { droppedReads.unplaced.insert(eventId) }
    }

    /// Returns the place of the event of a mark, or that of the last event before it.
    func placeOfRead(_ eventId: String) -> Int? {
        places[eventId] ?? droppedReads.anchors[eventId].flatMap { places[$0] }
    }

    /// Returns the receipts at an event, and at dropped events after it.
    func readKeys(from eventId: String) -> Set<MXReceiptData.Key> {
        (droppedReads.followers[eventId] ?? []).reduce(into: readers[eventId] ?? []) { found, dropped in
            if let keys = readers[dropped] { found.formUnion(keys) }
        }
    }

    /// Forgets the places of dropped events at which no mark is any more.
    mutating func forgetUnreadAnchors() {
        guard !droppedReads.anchors.isEmpty else { return }
        let own = Set(ownReads.values)
        for eventId in Array(droppedReads.anchors.keys)
        where readers[eventId] == nil && eventId != readMarkerId && !own.contains(eventId) {
            droppedReads.remove(eventId)
        }
    }
}
