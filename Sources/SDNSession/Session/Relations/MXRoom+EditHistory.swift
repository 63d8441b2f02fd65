import SDNClient
import SDNFolds
import SDNValues
import SDNWire

/// One version of a message that was edited.
public struct MXEventVersion: Sendable, Identifiable {
    /// The ID of the message for its first version, or of the edit.
    public let id: String
    /// The message with the content of this version.
    public let event: MXEvent
    /// The time of this version, in milliseconds since 1970.
    public let originServerTs: UInt64
    /// The content in the form in which an app shows it.
    public var content: MXTimelineItemContent { event.timelineContent }
}

extension MXRoom {
    /// Returns the versions of a message, the oldest first: the message as it was sent, and each edit. The node is asked for edits that the
    /// store lacks; if it cannot be reached, the stored edits are returned. The first version is then the given event, if the message is not stored.
    ///
    /// ```swift
    /// for version in try await room.editHistory(of: item.original) { print(version.originServerTs, version.content) }
    /// ```
    /// - Parameter event: the message, or any version of it.
    /// - Returns: at most the 500 newest edits. A redacted message has one version.
    /// - Throws: the errors of ``event(withEventId:)``; ``/SDNValues/MXError`` when the node refuses.
    public func editHistory(of event: MXEvent) async throws -> [MXEventVersion] {
        let (roomId, eventId) = (roomId, event.eventId)
        var edits = try await mxSession.store.read {
            try $0.events(relatedTo: eventId, inRoom: roomId, by: MXEventContentRelatesTo.RelationType.replace)
        }
        let original: MXEvent
        do {
            original = try await self.event(withEventId: eventId)
        } catch let error as SDNSDKError {
            // Without the node and a stored message, the caller's event is the first version, unless it has the content of an edit.
            let isFirst = !edits.contains { event.taking($0)?.content == event.content }
            guard isFirst, !event.isEditEvent, event.roomId == roomId else { throw error }
            original = event
        }
        do {
            var token: String?
            for _ in 0..<5 {
                let page = try await mxSession.sdnRestClient.relations(
                    forEvent: eventId, inRoom: roomId, relationType: MXEventContentRelatesTo.RelationType.replace,
                    from: token, limit: 100)
                edits += page.chunk
                token = page.nextBatch
                if token == nil { break }
            }
        } catch is SDNSDKError {
            // The node did not answer, so the stored edits are all that is known.
        }
        var seen: Set<String> = []
        let versions = edits.filter { original.canTake($0) && seen.insert($0.eventId).inserted }
            .sorted { $1.isLaterEdit(than: $0) }
            .compactMap { edit in
                original.taking(edit).map {
                    MXEventVersion(id: edit.eventId, event: $0, originServerTs: edit.originServerTs)
                }
            }
        let first = MXEventVersion(id: eventId, event: original, originServerTs: original.originServerTs)
        return original.isRedacted ? [first] : [first] + versions.suffix(500)
    }
}
