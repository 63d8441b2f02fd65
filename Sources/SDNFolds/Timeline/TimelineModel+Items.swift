import SDNValues
import SDNWire

// The items of a timeline, built from its events and echoes.
extension TimelineModel {
    mutating func remove(at index: Int) -> MXTimelineDiff {
        lastRemoved = items.remove(at: index).id
        keys.remove(at: index)
        return .remove(at: index)
    }

    /// The number of items for events that came from the node.
    package var eventItemCount: Int { insertionIndex(of: Self.echoes) }

    func insertionIndex(of key: Int) -> Int {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the index of the first event that is at a place or after it.
    func firstEventIndex(from place: Int) -> Int {
        var (low, high) = (0, eventPlaces.count)
        while low < high {
            let middle = (low + high) / 2
            if eventPlaces[middle] < place { low = middle + 1 } else { high = middle }
        }
        return low
    }

    func eventIndex(of place: Int) -> Int? {
        let index = firstEventIndex(from: place)
        return index < eventPlaces.count && eventPlaces[index] == place ? index : nil
    }

    func index(of key: Int) -> Int? {
        let index = insertionIndex(of: key)
        return index < keys.count && keys[index] == key ? index : nil
    }

    func eventItem(_ place: Int) -> MXTimelineItem? {
        guard let index = eventIndex(of: place) else { return nil }
        let event = events[index]
        guard isShown(event) else { return nil }
        return item(event, id: event.lastingId, at: place)
    }

    func echoItem(_ key: Int) -> MXTimelineItem? {
        guard let entry = outgoing.first(where: { Self.echoes + $0.number == key }), isShown(entry.echo),
            places[entry.echo.eventId] == nil, !isDetached
        else { return nil }
        return item(entry.echo, id: entry.localId, at: nil)
    }

    func item(_ event: MXEvent, id: String, at place: Int?) -> MXTimelineItem {
        let (echoes, related) = (
            outgoing.map(\.echo), (related[event.eventId] ?? [:]).values.filter { !IgnoredUsers.hide($0, ignored) }
        )
        // An event of a thread that the node sent apart from the room's history comes with the node's own sums.
        let bundled = unstored.contains(event.eventId) ? event.unsignedData.relations : nil
        let told = bundled?.leavingOutLatestEvent(
            inRoom: event.roomId, isHidden: { IgnoredUsers.hide($0, ignored) },
            isRedacted: { latest in
                latest.isRedacted || events.last { $0.eventId == latest.eventId }?.isRedacted ?? false
            })
        let sum = RelationFold(target: event, myUserId: myUserId, outgoing: echoes).sum(related, bundled: told)
        let shown = sum.edit.flatMap { event.taking($0) } ?? event
        // The model has all events that are newer than its oldest one. Votes can therefore be missing only if the poll is older than a gap.
        let isComplete = gapPlace.map { gap in places[event.eventId].map { $0 >= gap } ?? true } ?? true
        let poll = PollFold(start: shown, myUserId: myUserId, levels: levels, outgoing: echoes).tally(
            related, isComplete: isComplete)
        return MXTimelineItem(
            id: id, event: shown, original: event, edit: sum.edit,
            reactions: sum.reactions, replies: sum.replies, thread: sum.thread.map(edited), poll: poll,
            sentState: event.sentState,
            upload: [.uploading, .preparing].contains(event.sentState) ? uploads[id] : nil,
            failure: event.sentError.map(MXStrings.sentence(about:)),
            isBeingRedacted: sum.isBeingRedacted,
            receipts: receipts(at: event), senderProfile: profiles.profile(of: event.sender, at: place),
            inReplyTo: inReplyTo(of: event), isOwn: event.sender == myUserId)
    }

    /// Returns a thread's summary with the latest edit of its newest event.
    private func edited(_ thread: MXThreadSummary) -> MXThreadSummary {
        guard let latest = thread.latestEvent, let related = related[latest.eventId] else { return thread }
        let edits = related.values.filter { $0.isReplacement && latest.canTake($0) }
        guard let edit = edits.max(by: { $1.isLaterEdit(than: $0) }) else { return thread }
        var thread = thread
        thread.latestEvent = latest.taking(edit) ?? latest
        return thread
    }

    /// Returns true when an event is an item of its own. Events that are part of other items are not.
    package func isShown(_ event: MXEvent) -> Bool {
        if IgnoredUsers.hide(event, ignored) || event.type == EventType.redaction || event.type == "m.reaction"
            || event.isEditEvent
        {
            return false
        }
        switch event.eventType {
        case .pollResponse, .pollEnd, .beacon, .callCandidates, .callSelectAnswer, .callNegotiate: return false
        default: break
        }
        if let threadRootId { return event.eventId == threadRootId || event.threadId == threadRootId }
        return !(hidesThreads && event.isInThread)
    }
}
