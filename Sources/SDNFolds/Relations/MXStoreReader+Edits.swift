import HeraldJSON
import SDNValues
import SDNWire

extension MXStoreReader {
    /// Returns a message with the content of its latest edit.
    /// - Parameter bundled: an edit that the node sent along and that need not be stored.
    package func latestVersion(of event: MXEvent, inRoom roomId: String, bundled: MXEvent? = nil) throws -> MXEvent {
        var edits = try events(
            relatedTo: event.eventId, inRoom: roomId, by: MXEventContentRelatesTo.RelationType.replace)
        if let bundled, try position(ofEvent: bundled.eventId, inRoom: roomId) == nil { edits.append(bundled) }
        let applicable = edits.filter { event.editedEvent(fromReplacementEvent: $0) != nil }
        guard let latest = applicable.max(by: { $1.isLaterEdit(than: $0) }) else { return event }
        return event.editedEvent(fromReplacementEvent: latest) ?? event
    }
}
