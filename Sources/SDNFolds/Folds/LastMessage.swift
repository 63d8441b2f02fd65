import HeraldJSON
import SDNValues
import SDNWire

extension MXStoreReader {
    /// Returns the event that a room list shows for a room: the newest visible message, with the content of its latest edit. A redacted
    /// message is returned only when there is no other.
    package func lastMessage(ofRoom roomId: String, ignoring ignored: Set<String>) throws -> MXEvent? {
        guard let newest = try newestEvent(ofRoom: roomId, types: MXRoomSummary.messageTypes) else { return nil }
        // An edit comes after its target, so the newest event has none.
        if newest.isPreview, !IgnoredUsers.hide(newest, ignored) { return newest }
        var redacted: MXEvent?
        var segment = try newestSegment(ofRoom: roomId)
        while let current = segment {
            var position = current.end
            // An ignored user may have written many messages. Only one page at a time is in memory.
            while case let page = try events(inSegment: current.id, before: position, limit: 100), !page.isEmpty {
                for event in page
                where MXRoomSummary.messageTypes.contains(event.type) && !IgnoredUsers.hide(event, ignored) {
                    if event.isPreview { return try latestVersion(of: event, inRoom: roomId) }
                    if event.isRedacted, redacted == nil { redacted = event }
                }
                position = position.subtractingReportingOverflow(Int64(page.count)).partialValue
            }
            segment = try self.segment(olderThan: current)
        }
        return redacted
    }
}

extension MXEvent {
    /// True when a room list may show the event. An edit is shown in the place of its target.
    fileprivate var isPreview: Bool { !isRedacted && !isReplacement }
}

/// The newest message and the last activity of a room, kept up to date while events are processed.
struct Preview {
    private let timeline: [MXReceivedEvent]
    /// The indexes of the events that are messages or edits of messages, in order.
    private var messages: [Int] = []
    /// The index of the newest other event.
    private var newestOther: Int?

    init(_ timeline: [MXReceivedEvent]) { self.timeline = timeline }

    mutating func note(_ index: Int) {
        if MXRoomSummary.messageTypes.contains(timeline[index].type) {
            messages.append(index)
        } else {
            newestOther = index
        }
    }

    /// Writes what was noted into the summary, and begins anew.
    mutating func move(into summary: inout MXRoomSummary) throws {
        // In most rooms the newest message is at the end, so few events are tested for being edits.
        let newestMessage = messages.last { !timeline[$0].isReplacement }
        if let newestMessage {
            summary.noteActivity(at: Timestamp(published: timeline[newestMessage].originServerTs), isMessage: true)
        } else if let newestOther {
            summary.noteActivity(at: Timestamp(published: timeline[newestOther].originServerTs), isMessage: false)
        }
        // The target of an edit is looked up when everything is stored.
        if let last = messages.last { summary.lastMessage = last == newestMessage ? try timeline[last].event() : nil }
        messages.removeAll(keepingCapacity: true)
        newestOther = nil
    }
}

extension MXRoomSummary {
    /// The event types that count as a room's last message.
    package static let messageTypes = [EventType.message, "m.room.encrypted", "m.sticker"]
}
