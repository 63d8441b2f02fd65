import HeraldJSON
import SDNValues
import SDNWire

extension MXStoreReader {
    /// Returns the event that a room list shows for a room: the newest visible message, with the content of its latest edit. A redacted
    /// message is returned only when there is no other.
    package func lastMessage(ofRoom roomId: String, ignoring ignored: Set<String>) throws -> MXEvent? {
        guard let newest = try newestEvent(ofRoom: roomId, types: MXRoomSummary.messageTypes) else { return nil }
        // If the newest of these events is a message, the message has no edit, because an edit would be newer.
        if newest.isPreview, !IgnoredUsers.hide(newest, ignored) { return newest }
        var redacted: MXEvent?
        var segment = try newestSegment(ofRoom: roomId)
        while let current = segment {
            var position = current.end
            // One page at a time is read into memory, because many messages of ignored users may come before the first visible one.
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
    /// True when a room list may show the event. An edit itself is not shown: the list shows its target with the content of the edit.
    fileprivate var isPreview: Bool { !isRedacted && !isReplacement }
}

/// Collects the newest message and the last activity of a room while the events of a timeline are processed.
struct Preview {
    private let timeline: [MXReceivedEvent]
    /// The indexes in `timeline` of the noted messages and edits of messages, in order.
    private var messages: [Int] = []
    /// The index in `timeline` of the newest noted event that is neither a message nor an edit.
    private var newestOther: Int?

    init(_ timeline: [MXReceivedEvent]) { self.timeline = timeline }

    mutating func note(_ index: Int) {
        if MXRoomSummary.messageTypes.contains(timeline[index].type) {
            messages.append(index)
        } else {
            newestOther = index
        }
    }

    /// Writes the newest noted message and its time into the summary, and forgets all noted events.
    mutating func move(into summary: inout MXRoomSummary) throws {
        // The search begins at the end. It usually stops at its first event, because the newest event is rarely an edit.
        let newestMessage = messages.last { !timeline[$0].isReplacement }
        if let newestMessage {
            summary.noteActivity(at: Timestamp(published: timeline[newestMessage].originServerTs), isMessage: true)
        } else if let newestOther {
            summary.noteActivity(at: Timestamp(published: timeline[newestOther].originServerTs), isMessage: false)
        }
        // If an edit came last, the last message is set to `nil`. The message is looked up again when all events are stored.
        if let last = messages.last { summary.lastMessage = last == newestMessage ? try timeline[last].event() : nil }
        messages.removeAll(keepingCapacity: true)
        newestOther = nil
    }
}

extension MXRoomSummary {
    /// The types of the events that can be a room's last message.
    package static let messageTypes = [EventType.message, "m.room.encrypted", "m.sticker"]
}
