import SDNValues

// Events are dropped from the model so that its memory does not grow with the room's history. The store has them.
extension TimelineModel {
    /// Drops the oldest events, so that at most `count` items of events stay.
    /// - Returns: the ID of the oldest event that stays; `nil` when nothing was dropped.
    package mutating func dropOldest(keeping count: Int) -> String? {
        let surplus = eventItemCount - max(count, 1)
        guard surplus > 0 else { return nil }
        let place = keys[surplus]
        let dropped = firstEventIndex(from: place)
        forget(events.prefix(dropped))
        for place in eventPlaces.prefix(dropped) { dirty.insert(place) }
        events.removeFirst(dropped)
        eventPlaces.removeFirst(dropped)
        firstPlace = place
        profiles.drop(before: place)
        if let gap = gapPlace, gap <= place { gapPlace = nil }
        forgetWhatNothingNames()
        return events.first?.eventId
    }

    /// Drops the newest events, so that at most `count` items of events stay. The model is detached then.
    /// - Returns: the ID of the newest event that stays; `nil` when nothing was dropped.
    package mutating func dropNewest(keeping count: Int) -> String? {
        let kept = max(count, 1)
        guard eventItemCount > kept else { return nil }
        let end = keys[kept - 1] + 1
        let left = firstEventIndex(from: end)
        forget(events[left...])
        for place in eventPlaces[left...] { dirty.insert(place) }
        for entry in outgoing { dirty.insert(Self.echoes + entry.number) }
        events.removeSubrange(left...)
        eventPlaces.removeSubrange(left...)
        endPlace = end
        isDetached = true
        profiles.drop(from: end)
        forgetWhatNothingNames()
        return events.last?.eventId
    }

    /// The greatest number of events of a list of a room that are no items, such as reactions, positions and messages in hidden threads. Those with
    /// receipts do not count.
    package static let hiddenLimit = 2_000

    /// Drops the oldest events that are no items when there are too many. An event at which a receipt or the read marker is stays, so items keep
    /// their readers. An event to which an item replies stays too, and so do relations to items, because they are part of how these items look.
    mutating func thinHidden() {
        let hidden = events.count - eventItemCount
        guard threadRootId == nil, hidden > hiddenAllowance else { return }
        let marks = Set(ownReads.values).union(readMarkerId.map { [$0] } ?? [])
        var surplus = hidden - Self.hiddenLimit * 3 / 4
        var (stay, left, dropped): ([MXEvent], [Int], [MXEvent]) = ([], [], [])
        for (place, event) in zip(eventPlaces, events) {
            if surplus > 0, index(of: place) == nil, readers[event.eventId] == nil, !marks.contains(event.eventId),
                !isQuotedByItem(event.eventId)
            {
                surplus -= 1
                dropped.append(event)
            } else {
                stay.append(event)
                left.append(place)
            }
        }
        forget(dropped[...])
        (events, eventPlaces) = (stay, left)
        hiddenAllowance = max(Self.hiddenLimit, events.count - eventItemCount + Self.hiddenLimit / 4)
        forgetWhatNothingNames()
    }

    private func isQuotedByItem(_ eventId: String) -> Bool {
        (quoters[eventId] ?? []).contains { places[$0].map { index(of: $0) != nil } ?? false }
    }

    /// Returns the ID of the oldest event besides a given one.
    package func oldestEventId(except eventId: String?) -> String? { events.first { $0.eventId != eventId }?.eventId }

    /// The IDs of the events, newest first.
    package var newestEventIds: [String] { events.reversed().map(\.eventId) }

    /// Notes events that are not part of the stored history, before they are added.
    package mutating func noteUnstored(_ ids: Set<String>) { unstored.formUnion(ids.filter { places[$0] == nil }) }

    /// Adds events at the newer end of a detached model, oldest first, each with all stored events that relate to it.
    package mutating func extend(_ page: [(event: MXEvent, related: [MXEvent])]) {
        let wasDetached = isDetached
        isDetached = false
        for (event, related) in page {
            append(event)
            for event in related { relate(event) }
        }
        isDetached = wasDetached
    }

    /// True when some of the events are older than a gap.
    package var hasGap: Bool { gapPlace != nil }

    /// Ends the state in which the newest events are missing.
    package mutating func attach() {
        isDetached = false
        for entry in outgoing { dirty.insert(Self.echoes + entry.number) }
    }

    private mutating func forget(_ dropped: ArraySlice<MXEvent>) {
        for event in dropped {
            places[event.eventId] = nil
            unstored.remove(event.eventId)
            let identity = event.lastingId
            if identity != event.eventId { aliases[identity] = nil }
            if let target = event.repliedToId {
                quoters[target]?.remove(event.eventId)
                if quoters[target]?.isEmpty == true {
                    quoters[target] = nil
                    quoted[target] = nil
                }
            }
        }
    }

    /// Forgets relations to events that are not in the model, and profiles of users of whom no event is in the model. The store has them.
    private mutating func forgetWhatNothingNames() {
        let echoNames = Set(outgoing.flatMap { [$0.localId, $0.echo.eventId] })
        for target in Array(related.keys)
        where places[target] == nil && quoters[target] == nil && !echoNames.contains(target) {
            let forgotten = related.removeValue(forKey: target) ?? [:]
            for id in forgotten.keys { targets[id] = nil }
        }
        var users = Set(events.map(\.sender))
        for event in quoted.values { users.insert(event.sender) }
        profiles.keep(users)
    }
}

extension TimelineModel {
    /// The numbers of the model's parts, by which a test sees that memory does not grow.
    package var sizes: [String: Int] {
        [
            "events": events.count, "items": items.count, "keys": keys.count, "places": places.count,
            "related": related.count, "targets": targets.count, "aliases": aliases.count, "quoters": quoters.count,
            "quoted": quoted.count, "dirty": dirty.count,
            "unstored": unstored.count, "standing": standing.count, "readers": readers.count,
            "hidden reads": hiddenReads.count, "profiles": profiles.size,
        ]
    }
}
