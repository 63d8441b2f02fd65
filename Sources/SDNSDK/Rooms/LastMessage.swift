import HeraldJSON
import SDNWire

extension MXStoreReader {
    /// What a room list shows of a room: the newest message that is shown, as its latest edit left it. A redacted one only where there
    /// is no other.
    func lastMessage(ofRoom roomId: String, ignoring ignored: Set<String>) throws -> MXEvent? {
        guard let newest = try newestEvent(ofRoom: roomId, types: MXRoomSummary.messageTypes) else { return nil }
        // Edits come after what they edit, so the newest one has none.
        if newest.isPreview, !IgnoredUsers.hide(newest, ignored) { return newest }
        var redacted: MXEvent?
        var segment = try newestSegment(ofRoom: roomId)
        while let current = segment {
            var position = current.end
            // Somebody who is ignored may have written much; a page at a time is in memory.
            while case let page = try events(inSegment: current.id, before: position, limit: 100), !page.isEmpty {
                for event in page where MXRoomSummary.messageTypes.contains(event.type) && !IgnoredUsers.hide(event, ignored) {
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
    /// Whether a room list may show it: an edit shows in its target's place.
    fileprivate var isPreview: Bool { !isRedacted && !isReplacement }
    /// As ``isEditEvent``, by what is known without reading the content.
    var isReplacement: Bool { stateKey == nil && indexedRelation?.type == MXEventContentRelatesTo.RelationType.replace }
}

/// What a room list shows of a room, followed while events go by: the newest message, and when something happened last.
struct Preview {
    private let timeline: [MXReceivedEvent]
    /// Which events are messages or edits of some, in order.
    private var messages: [Int] = []
    /// The newest event that is neither.
    private var newestOther: Int?

    init(_ timeline: [MXReceivedEvent]) { self.timeline = timeline }

    mutating func note(_ index: Int) {
        if MXRoomSummary.messageTypes.contains(timeline[index].type) { messages.append(index) } else { newestOther = index }
    }

    /// Hands over what was noted, and begins anew.
    mutating func move(into summary: inout MXRoomSummary) throws {
        // Most rooms have their newest message at the end, so few events are asked whether they are edits.
        let newestMessage = messages.last { !timeline[$0].isReplacement }
        if let newestMessage {
            summary.noteActivity(at: timeline[newestMessage].originServerTs, isMessage: true)
        } else if let newestOther {
            summary.noteActivity(at: timeline[newestOther].originServerTs, isMessage: false)
        }
        // What an edit leads to is looked up when everything is stored.
        if let last = messages.last { summary.lastMessage = last == newestMessage ? try timeline[last].event() : nil }
        messages.removeAll(keepingCapacity: true)
        newestOther = nil
    }
}

extension MXRoomSummary {
    /// When the room was last active, in milliseconds since 1970: the time of the last message or, in a room without one, of the newest
    /// event; of an invite when it came, by this device's clock.
    public var lastActivity: UInt64 { lastMessage.map(\.originServerTs) ?? UInt64(clamping: details["active"]?.intValue ?? 0) }

    /// An invite came; it counts from then on.
    mutating func noteInvite(at time: UInt64) {
        set(.hasMessages, nil)
        set(.active, .int(Int64(clamping: time)))
    }

    /// - Parameter isMessage: messages count; other events only as long as there is no message.
    mutating func noteActivity(at time: UInt64, isMessage: Bool) {
        if !isMessage, details["has_messages"]?.boolValue ?? false { return }
        if isMessage { set(.hasMessages, true) }
        set(.active, .int(Int64(clamping: time)))
    }
}
