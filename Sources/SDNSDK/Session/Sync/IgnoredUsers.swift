import HeraldJSON

/// The users whose events the user does not want to see (`m.ignored_user_list`, SDN sheet 5.5). Their messages are stored and not
/// delivered, so that they are there again when a user is no longer ignored; their state events and redactions count as anybody's.
enum IgnoredUsers {
    static let type = "m.ignored_user_list"

    /// - Parameter ownUserId: never ignored, whatever the list says.
    static func read(_ event: MXEvent?, except ownUserId: String) -> Set<String> {
        var users = Set(event?.content["ignored_users"]?.objectValue?.keys ?? [])
        users.remove(ownUserId)
        return users
    }

    static func hide(_ event: MXEvent, _ ignored: Set<String>) -> Bool { !ignored.isEmpty && !event.isState && ignored.contains(event.sender) }
}

extension MXStoreReader {
    /// The newest message of a room that is shown.
    func lastMessage(ofRoom roomId: String, ignoring ignored: Set<String>) throws -> MXEvent? {
        let newest = try newestEvent(ofRoom: roomId, types: MXRoomSummary.messageTypes)
        guard let hidden = newest, IgnoredUsers.hide(hidden, ignored) else { return newest }
        var segment = try newestSegment(ofRoom: roomId)
        while let current = segment {
            var position = current.end
            // Somebody who is ignored may have written much; a page at a time is in memory.
            while case let page = try events(inSegment: current.id, before: position, limit: 100), !page.isEmpty {
                if let shown = page.first(where: { MXRoomSummary.messageTypes.contains($0.type) && !IgnoredUsers.hide($0, ignored) }) { return shown }
                position = position.subtractingReportingOverflow(Int64(page.count)).partialValue
            }
            segment = try self.segment(olderThan: current)
        }
        return nil
    }
}
