import SDNFolds
import SDNValues
import SDNWire

extension MXStoreReader {
    /// Returns events before a position, newest first, each with its related events, until `limit` of them are shown or there is a gap. The page ends
    /// earlier when very many events are not shown, because the session's gate is closed while it is read.
    /// - Parameter passesGap: true continues with the events that are stored before the gap of ``segmentAskedAnew(inRoom:)``.
    /// - Returns: the events, and the segment after the gap; `nil` without a gap.
    func page(
        before position: MXTimelinePosition, inRoom roomId: String, limit: Int, passesGap: Bool,
        shown: (MXEvent) -> Bool
    ) throws -> (page: TimelineFeed.Page, gap: MXTimelineSegment?) {
        let passed = passesGap ? try segmentAskedAnew(inRoom: roomId) : nil
        var page = TimelineFeed.Page(events: [], start: position)
        var missing = limit
        var left = TimelineFeed.Page.events(for: limit)
        var place = position
        var gap: MXTimelineSegment?
        while missing > 0 {
            guard left > 0 else {
                page.isCutShort = true
                break
            }
            guard let segment = try segment(place.segment) else {
                page.hasReachedStart = true
                break
            }
            let events = try events(inSegment: segment.id, before: place.index, limit: min(missing, left))
            left -= events.count
            if events.isEmpty {
                guard segment.isComplete || segment.id == passed else {
                    gap = segment
                    break
                }
                guard let older = try self.segment(olderThan: segment) else {
                    // The beginning of the room is reached only if the oldest segment is complete. Otherwise the node has older events.
                    page.hasReachedStart = segment.isComplete
                    gap = segment.isComplete ? nil : segment
                    break
                }
                if !segment.isComplete, !page.isPastGap {
                    page.isPastGap = true
                    page.whole = page.events.count
                }
                place = older.endPosition
                continue
            }
            for event in events {
                page.events.append((event, try relatedEvents(to: event.eventId, inRoom: roomId)))
                page.receipts += try receipts(onEvent: event.eventId, inRoom: roomId)
                if shown(event) { missing -= 1 }
            }
            let index = min(place.index, segment.end).subtractingReportingOverflow(Int64(events.count)).partialValue
            place = MXTimelinePosition(segment: segment.id, index: index)
            page.start = place
        }
        try complete(&page, inRoom: roomId)
        return (page, gap)
    }

    /// Reads what belongs to the events of a page: the replied-to messages that it lacks, and the current profiles of the senders.
    func complete(_ page: inout TimelineFeed.Page, inRoom roomId: String) throws {
        let present = Set(page.events.map(\.event.eventId))
        var seen: Set<String> = []
        for (event, _) in page.events {
            guard let target = event.repliedToId, !present.contains(target), seen.insert(target).inserted,
                let quoted = try quotedEvent(target, inRoom: roomId)
            else { continue }
            page.quotes.append(quoted)
        }
        page.profiles += try profiles(
            of: Set(page.events.map(\.event.sender) + page.quotes.map(\.event.sender)), inRoom: roomId)
    }

    /// Returns the current profiles of users in a room.
    func profiles(of users: Set<String>, inRoom roomId: String) throws -> [MXUserProfile] {
        try users.compactMap { sender in
            try stateEvent(ofRoom: roomId, type: EventType.member, stateKey: sender).flatMap(MXRoomMember.init).map {
                MXUserProfile(userId: sender, displayname: $0.displayname, avatarUrl: $0.avatarUrl)
            }
        }
    }
}
