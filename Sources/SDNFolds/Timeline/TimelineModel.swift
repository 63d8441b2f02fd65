import SDNValues
import SDNWire

/// The newest part of a room's history as a list of items, updated event by event. The model reads no store.
///
/// No event is missing between the oldest event of this part and the present. An event that relates to an event of this part is therefore
/// either stored when that event is added, or added to this part later.
package struct TimelineModel: Sendable {
    let myUserId: String
    /// True when events in threads are left out.
    let hidesThreads: Bool
    /// The event that begins the thread which the list shows; `nil` for a list of the room.
    let threadRootId: String?
    package var ignored: Set<String> = []
    /// The power levels that decide who may end another user's poll.
    private(set) var levels = MXRoomPowerLevels(content: nil)
    package internal(set) var items: [MXTimelineItem] = []
    /// The sort key of each item, in the order of the items: the place of its event, or `echoes` plus the number of its echo.
    var keys: [Int] = []
    /// The events of the model, shown or not, oldest first, and the place of each. A place stays unused when its event was dropped.
    var events: [MXEvent] = []
    var eventPlaces: [Int] = []
    /// The place of each event. Events that are added at the older end have negative places.
    var places: [String: Int] = [:]
    /// The IDs of the events that this device sent, by their local IDs.
    var aliases: [String: String] = [:]
    /// No place is less than `firstPlace`, and all are less than `endPlace`.
    var firstPlace = 0
    var endPlace = 0
    /// The number of events that are no items above which some of them are dropped.
    var hiddenAllowance = TimelineModel.hiddenLimit
    /// The place of a gap. For events before it, related events may be missing.
    var gapPlace: Int?
    /// The events that relate to another event: by the ID of that other event, then by their own ID.
    var related: [String: [String: MXEvent]] = [:]
    var targets: [String: String] = [:]
    /// The numbers of relations above which those that do not count are dropped, where they are not the usual one.
    var relationAllowances: [String: Int] = [:]
    var outgoing: [(number: Int, localId: String, echo: MXEvent)] = []
    private var lastNumber = 0
    /// The progress of uploads, by the local ID of the echo.
    var uploads: [String: MXUploadProgress] = [:]
    /// `standing` has the event of each receipt of other users. `readers` has the receipts at each event.
    var standing: [MXReceiptData.Key: MXReceiptData] = [:]
    var readers: [String: Set<MXReceiptData.Key>] = [:]
    /// The places whose receipts are shown on an item before them, and may have changed.
    var hiddenReads: Set<Int> = []
    /// The events of the user's own receipts, and the event of the user's read marker.
    var ownReads: [MXReceiptData.Key: String] = [:]
    package var readMarkerId: String?
    var droppedReads = DroppedReads()
    /// The keys of the items before which the read marker and the mark of unread messages are shown.
    var markers: (read: Int?, unread: Int?) = (nil, nil)
    var profiles = ProfileHistory()
    /// The events that reply to an event, by the ID of that event, and the replied-to events that are not in the model.
    var quoters: [String: Set<String>] = [:]
    var quoted: [String: MXEvent] = [:]
    /// The events that are not part of the stored history. The node sent them as relations of a thread's root.
    var unstored: Set<String> = []
    /// True when the newest events were dropped, so that the list does not show what arrives.
    package internal(set) var isDetached = false
    /// The ID of the item that was removed last.
    var lastRemoved: String?
    /// The keys of the items that have to be updated.
    var dirty: Set<Int> = []
    /// The first key of echoes. All echoes come after all events.
    static let echoes = 1 << 40

    package init(
        myUserId: String, hidesThreads: Bool, threadRootId: String? = nil, ignored: Set<String> = []
    ) {
        self.myUserId = myUserId
        self.hidesThreads = hidesThreads
        self.threadRootId = threadRootId
        self.ignored = ignored
    }

    /// Removes all events and keeps the echoes, so that the list can begin anew.
    package mutating func clear() {
        (events, eventPlaces, hiddenAllowance, droppedReads) = ([], [], Self.hiddenLimit, DroppedReads())
        places = [:]
        aliases = [:]
        (firstPlace, endPlace) = (0, 0)
        gapPlace = nil
        related = [:]
        (targets, relationAllowances) = ([:], [:])
        (items, keys, hiddenReads) = ([], [], [])
        (quoters, quoted, unstored, markers, isDetached) = ([:], [:], [], (nil, nil), false)
        profiles.begin(names: [:])
        dirty = Set(outgoing.map { Self.echoes + $0.number })
    }

    /// Adds an event at the newer end.
    package mutating func append(_ event: MXEvent) {
        guard places[event.eventId] == nil else { return }
        // A list without the newest events, and a list of a thread, take only what changes their items.
        guard !isDetached, threadRootId == nil || isShown(event) || isPart(event) else {
            // The members of a thread's list change their names outside of the thread.
            if !isDetached { noteMember(event, at: endPlace, isNewer: true) }
            if let target = event.indexedRelation?.eventId, places[target] != nil { relate(event) }
            return
        }
        let place = endPlace
        endPlace += 1
        events.append(event)
        eventPlaces.append(place)
        places[event.eventId] = place
        note(event, at: place, isNewer: true)
        dirty.insert(place)
        touchReaders(arrivedAt: event.eventId, place)
        relate(event)
    }

    /// Adds events at the older end, newest first, each with all stored events that relate to it.
    package mutating func prepend(_ page: [(event: MXEvent, related: [MXEvent])]) {
        var added: [MXEvent] = []
        let end = firstPlace
        for (event, related) in page where places[event.eventId] == nil {
            firstPlace -= 1
            places[event.eventId] = firstPlace
            note(event, at: firstPlace, isNewer: false)
            added.append(event)
            dirty.insert(firstPlace)
            for event in related { relate(event) }
        }
        events.insert(contentsOf: added.reversed(), at: 0)
        eventPlaces.insert(contentsOf: firstPlace..<end, at: 0)
    }

    /// Notes a gap at the older end. Events that are added at that end from now on are older than the gap.
    package mutating func beginGap() { gapPlace = firstPlace }

    private mutating func note(_ event: MXEvent, at place: Int, isNewer: Bool) {
        let identity = event.lastingId
        if identity != event.eventId { aliases[identity] = event.eventId }
        droppedReads.remove(event.eventId)
        noteMember(event, at: place, isNewer: isNewer)
        if let target = event.repliedToId { quoters[target, default: []].insert(event.eventId) }
        touchQuoters(of: event.eventId)
    }

    private mutating func noteMember(_ event: MXEvent, at place: Int, isNewer: Bool) {
        guard event.type == EventType.member else { return }
        // The event says what the profile was before it.
        if !isNewer || event.stateKey.map({ !profiles.knows($0) }) ?? false { touchItems(of: event.stateKey) }
        profiles.note(event, at: place, isNewer: isNewer)
    }

    /// Replaces an event by its redacted form.
    /// - Parameter isCurrent: true when it is an event of the room's current state.
    package mutating func redact(_ event: MXEvent, isCurrent: Bool = false) {
        unrelate(event.eventId)
        if quoted[event.eventId] != nil { quoted[event.eventId] = event }
        if event.type == EventType.member {
            profiles.replace(event, at: places[event.eventId], isCurrent: isCurrent)
            if isCurrent { takeName(of: event) }
            touchItems(of: event.stateKey)
        }
        touchQuoters(of: event.eventId)
        guard let place = places[event.eventId], let index = eventIndex(of: place) else { return }
        events[index] = event
        dirty.insert(place)
        // The redacted event may be an item where the original was none, and the other way round.
        hiddenReads.insert(place)
    }

    /// Redacts an event that the store may lack: one of a thread, a replied-to message, or an edit of one.
    package mutating func redactUnstored(_ eventId: String, because redaction: MXEvent, in version: RoomVersion) {
        if places[eventId] == nil { unrelate(eventId) }
        let place = places[eventId]
        let inThread = unstored.contains(eventId) ? place.flatMap(eventIndex).map { events[$0] } : nil
        let copy = inThread ?? (place == nil ? quoted[eventId] : nil)
        guard let pruned = copy?.prune(roomVersion: version, because: redaction) else { return }
        redact(pruned)
    }

    /// Adds or updates an echo.
    package mutating func update(_ echo: MXEvent, localId: String) {
        if let index = outgoing.firstIndex(where: { $0.localId == localId }) {
            outgoing[index].echo = echo
            dirty.insert(Self.echoes + outgoing[index].number)
        } else {
            lastNumber += 1
            outgoing.append((lastNumber, localId, echo))
            dirty.insert(Self.echoes + lastNumber)
        }
        touchTargets(of: echo)
    }

    /// Updates the progress with which an echo's files are uploaded.
    package mutating func update(_ progress: MXUploadProgress, localId: String) {
        guard let entry = outgoing.first(where: { $0.localId == localId }) else { return }
        uploads[localId] = progress
        dirty.insert(Self.echoes + entry.number)
    }

    /// Moves an echo after all other echoes.
    package mutating func moveToEnd(_ localId: String) {
        guard let index = outgoing.firstIndex(where: { $0.localId == localId }) else { return }
        let old = outgoing.remove(at: index)
        dirty.insert(Self.echoes + old.number)
        lastNumber += 1
        outgoing.append((lastNumber, localId, old.echo))
        dirty.insert(Self.echoes + lastNumber)
    }

    package mutating func removeEcho(_ localId: String) {
        guard let index = outgoing.firstIndex(where: { $0.localId == localId }) else { return }
        let old = outgoing.remove(at: index)
        uploads[localId] = nil
        dirty.insert(Self.echoes + old.number)
        touchTargets(of: old.echo)
    }

    /// Sets the room's power levels.
    package mutating func take(_ levels: MXRoomPowerLevels) {
        guard levels != self.levels else { return }
        self.levels = levels
        for (place, event) in zip(eventPlaces, events) where event.eventType == .pollStart { dirty.insert(place) }
    }

    mutating func touch(_ name: String) {
        let eventId = aliases[name] ?? name
        if let place = places[eventId] { dirty.insert(place) }
        touchQuoters(of: eventId)
        // An event in a thread changes how the thread's root looks.
        if let root = targets[eventId], let place = places[root] { dirty.insert(place) }
        for entry in outgoing where entry.localId == name || entry.echo.eventId == eventId {
            dirty.insert(Self.echoes + entry.number)
        }
    }

    private mutating func touchTargets(of echo: MXEvent) {
        guard let target = echo.indexedRelation?.eventId else { return }
        touch(target)
        // A redaction in the outbox removes a reaction or an edit from its target, so that target changes too.
        guard echo.type == EventType.redaction,
            let about = outgoing.first(where: { $0.localId == target })?.echo.indexedRelation
        else { return }
        touch(about.eventId)
    }

    /// Updates the items whose keys are in `dirty`.
    /// - Returns: the changes of the list of items.
    package mutating func settle() -> MXTimelineBatch {
        defer { dirty = [] }
        touchHiddenReads()
        var batch: MXTimelineBatch = []
        // The items of removed echoes are removed first, so that an event can take the place of its echo.
        for key in dirty.sorted(by: { $0 > $1 })
        where key >= Self.echoes && !outgoing.contains(where: { Self.echoes + $0.number == key }) {
            if let index = index(of: key) { batch.append(remove(at: index)) }
        }
        for key in dirty.sorted() {
            var item = key >= Self.echoes ? echoItem(key) : eventItem(key)
            item?.followsReadMarker = key == markers.read
            item?.isFirstUnread = key == markers.unread
            switch (index(of: key), item) {
            case (let index?, let item?):
                guard items[index] != item else { continue }
                items[index] = item
                batch.append(.update(item, at: index))
            case (let index?, nil): batch.append(remove(at: index))
            case (nil, let item?):
                let place = insertionIndex(of: key)
                items.insert(item, at: place)
                keys.insert(key, at: place)
                if case .remove(let removed)? = batch.last, removed == place, lastRemoved == item.id {
                    batch[batch.count - 1] = .update(item, at: place)
                } else {
                    batch.append(.insert(item, at: place))
                }
            case (nil, nil): continue
            }
        }
        moveMarkers(&batch)
        thinHidden()
        return batch
    }
}
