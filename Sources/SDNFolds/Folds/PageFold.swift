import HeraldJSON
import SDNValues
import SDNWire

/// Adds one page of a room's history to a segment in the store (SDN sheet 5.5). The events of a page that was requested backwards are added before
/// the segment's oldest event. The events of a page that was requested forwards are added after the segment's newest event, into the gap before the
/// next segment.
package struct PageFold {
    package let store: any MXStoreWriter
    package let roomId: String
    package let direction: MXTimelineDirection
    /// The segment as it was when the page was requested.
    package let segment: MXTimelineSegment
    /// Returns true when the session already has the profile of a user. That profile is at least as new as a page of old events, so the
    /// page does not replace it.
    package let hasMet: @Sendable (String) -> Bool
    /// True when a message in the outbox may refer to another message that has no ID from the node yet.
    package var hasDependents = true
    package var ignored: Set<String> = []

    package init(
        store: any MXStoreWriter, roomId: String, direction: MXTimelineDirection, segment: MXTimelineSegment,
        hasMet: @escaping @Sendable (String) -> Bool, hasDependents: Bool = true, ignored: Set<String> = []
    ) {
        self.store = store
        self.roomId = roomId
        self.direction = direction
        self.segment = segment
        self.hasMet = hasMet
        self.hasDependents = hasDependents
        self.ignored = ignored
    }
    /// The number of events that a page needs to show that the gap is closed. The gap is closed if all events of such a page are already
    /// stored on its older side.
    private static let knownRun = 10

    /// Writes a page into the store.
    /// - Returns: the changes; `nil` when the segment has changed since the request. Nothing is written then.
    /// - Throws: `JSONError` when the response has no `chunk`, or the errors of the store.
    package func apply(_ response: JSONView) throws -> PageChange? {
        guard let chunk = response["chunk"], chunk.kind == .array else {
            throw JSONError(.missingMember, path: "chunk", reason: "a page of messages needs a list of events")
        }
        guard var filled = try store.segment(segment.id), filled.first == segment.first || direction == .forwards,
            filled.end == segment.end || direction == .backwards,
            direction == .forwards || filled.prevToken == segment.prevToken
        else { return nil }
        let askedAnew = try store.segmentAskedAnew(inRoom: roomId)
        let isAnew = direction == .backwards && filled.id == askedAnew
        if direction == .forwards, let askedAnew, filled.id < askedAnew { return nil }
        let newer = direction == .forwards ? try store.segment(newerThan: filled) : nil
        guard direction == .forwards ? newer?.isComplete == false : !filled.isComplete else { return nil }
        var summary = try store.room(roomId) ?? MXRoomSummary(roomId: roomId, membership: .unknown)
        let redactor = Redactor(store: store, roomId: roomId)
        var change = PageChange()
        try takeMembers(response["state"], &change)
        if isAnew { try forget(chunk, before: filled) }
        let meeting = direction == .backwards && !isAnew ? try newestEvent(before: filled) : nil
        var meets = false
        var (events, known) = (0, 0)
        for view in chunk.elements {
            events += 1
            guard let received = SyncFold.event(view, roomId: roomId), !received.eventId.isEmpty else { continue }
            let event = try redactor.pruned(received, in: summary.roomVersion)
            if try direction == .backwards ? store.prepend(event, to: &filled) : store.append(event, to: &filled) {
                change.addedIds.insert(event.eventId)
                if event.indexedRelation != nil { change.relating.append(event) }
                if let redacted = try redactor.apply(event, to: &summary) {
                    change.redacted.append(redacted.event)
                    change.summary = summary
                }
                if let message = try store.outgoingMessage(sentAs: event.eventId, inRoom: roomId) {
                    try store.finishOutgoingMessage(message.localId, as: event.eventId, hasDependents: hasDependents)
                    change.arrived.append(ArrivedMessage(localId: message.localId, eventId: event.eventId))
                }
            } else if let place = try store.position(ofEvent: event.eventId, inRoom: roomId),
                direction == .backwards ? place.segment < filled.id : place.segment > filled.id
            {
                known += 1
                // This event is stored on the other side of the gap. If the page was requested backwards, this does not show that the gap
                // is closed. Syncs deliver events in the order in which they reached the node, but pages have the order of the room. An
                // event that reached the node late may therefore lie between missing events. Such a page closes the gap only when it
                // reaches the newest event on the older side.
                guard direction == .forwards || event.eventId == meeting else { continue }
                // The rest of this page is already stored, or is requested again when pagination has read the segment on the other side of
                // the gap.
                meets = true
                break
            }
        }
        // Pages may never contain the newest event on the older side of the gap, because the order of the room may put that event at
        // another place. The gap is therefore also closed when all events of a page are stored on the older side.
        if direction == .backwards, !isAnew, known == events, known >= PageFold.knownRun { meets = true }
        let end = response["end"]?.string
        let isLast =
            end == nil || end == response["start"]?.string && events == 0
            || end == segment.prevToken && direction == .backwards
        change.nextToken = end
        switch direction {
        case .backwards:
            filled.isComplete = meets || isLast
            if !filled.isComplete { filled.prevToken = end }
        case .forwards:
            if var newer, meets || isLast {
                newer.isComplete = true
                try store.save(newer)
            }
        }
        try store.save(filled)
        if isAnew {
            summary.lastMessage = try store.lastMessage(ofRoom: roomId, ignoring: ignored)
            change.summary = summary
            change.hasLastMessage = true
        }
        if let summary = change.summary { try store.save(summary) }
        return change
    }

    /// Deletes stored events on the older side of the gap: the oldest one that the page contains, and all newer ones. This page and earlier
    /// pages bring these events again.
    private func forget(_ chunk: JSONView, before filled: MXTimelineSegment) throws {
        let places = try chunk.elements.compactMap { view -> MXTimelinePosition? in
            guard let eventId = view["event_id"]?.string else { return nil }
            return try store.position(ofEvent: eventId, inRoom: roomId)
        }
        guard let oldest = places.filter({ $0.segment < filled.id }).min() else { return }
        try store.deleteMessages(ofRoom: roomId, from: oldest, before: filled.id)
    }

    /// Returns the ID of the newest event that is stored on the older side of the gap before a segment.
    private func newestEvent(before segment: MXTimelineSegment) throws -> String? {
        var older = try store.segment(olderThan: segment)
        while let found = older {
            if let event = try store.events(inSegment: found.id, before: found.end, limit: 1).first {
                return event.eventId
            }
            older = try store.segment(olderThan: found)
        }
        return nil
    }

    /// Stores the member events that came with a page. If the store already has a member event for a user, the stored event stays, because
    /// it may be newer (SDN sheet 5.5).
    private func takeMembers(_ state: JSONView?, _ change: inout PageChange) throws {
        guard let state else { return }
        for view in state.elements {
            guard let event = SyncFold.event(view, roomId: roomId), event.type == EventType.member,
                let userId = event.stateKey,
                try store.stateEvent(ofRoom: roomId, type: EventType.member, stateKey: userId) == nil
            else { continue }
            try store.setState(event, ofRoom: roomId)
            change.members.append(event)
            guard !hasMet(userId), let member = MXRoomMember(event), member.isPresent else { continue }
            let profile = MXUserProfile(userId: userId, displayname: member.displayname, avatarUrl: member.avatarUrl)
            try store.save(profile)
            change.profiles.append(profile)
        }
    }
}

/// The changes that a page made, apart from the events that it added. The session applies them to memory and tells its listeners when the page is
/// stored.
package struct PageChange: Sendable {
    /// The messages of the outbox that were among the events of the page.
    package var arrived: [ArrivedMessage] = []
    /// The stored events that redactions in the page have changed, in their redacted form.
    package var redacted: [MXEvent] = []
    /// The room's summary, when a redaction or renewed history may have changed it. Its last message is set only when `hasLastMessage` is true.
    package var summary: MXRoomSummary?
    package var hasLastMessage = false
    /// The new events that relate to another event, such as edits and reactions. A timeline may already show that other event.
    package var relating: [MXEvent] = []
    /// The IDs of the new events.
    package var addedIds: Set<String> = []
    /// The new events to which messages in a timeline reply, with the profiles of their senders. The session sets them.
    package var quoted: [QuotedEvent] = []
    package var quotedProfiles: [MXUserProfile] = []
    /// The token with which the next page is requested.
    package var nextToken: String?
    /// `members` has the member events that the store did not have. `profiles` has the profiles of their users, as far as the session did not have
    /// them.
    package var members: [MXEvent] = []
    package var profiles: [MXUserProfile] = []
}

extension SyncFold {
    /// Returns the events of a list. Unreadable events are left out.
    package static func events(of list: JSONView?, roomId: String) -> [MXEvent] {
        list?.elements.compactMap { event($0, roomId: roomId) } ?? []
    }
}

extension MXStoreReader {
    /// Returns the next newer segment of the same room. The search begins at the newest segment, because rooms have few segments and the wanted one
    /// is near that end.
    package func segment(newerThan segment: MXTimelineSegment) throws -> MXTimelineSegment? {
        var newer: MXTimelineSegment?
        var current = try newestSegment(ofRoom: segment.roomId)
        while let found = current, found.id > segment.id {
            newer = found
            current = try self.segment(olderThan: found)
        }
        return newer
    }

    /// Returns the events of one segment from a position on, oldest first, at most `limit`.
    package func events(in segment: MXTimelineSegment, from index: Int64, limit: Int) throws -> [MXEvent] {
        let begin = max(index, segment.first)
        let (wanted, overflow) = begin.addingReportingOverflow(Int64(limit))
        let end = overflow ? segment.end : min(wanted, segment.end)
        guard end > begin else { return [] }
        return try events(
            inSegment: segment.id, before: end,
            limit: Int(clamping: end.subtractingReportingOverflow(begin).partialValue)
        ).reversed()
    }

    /// Returns the stored state events that events in `events` have replaced, each under its own ID.
    package func replaced(by events: [MXEvent], inRoom roomId: String) throws -> [String: MXEvent] {
        var replaced: [String: MXEvent] = [:]
        for event in events where event.isState {
            guard let id = event.unsignedData.replacesState, let earlier = try self.event(id, inRoom: roomId) else {
                continue
            }
            replaced[id] = earlier
        }
        return replaced
    }
}
