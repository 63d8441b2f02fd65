import SDNSDK

// The examples of a room screen: items, rows, threads and versions.
extension DocExamples {
    static func content(_ item: MXTimelineItem, show: (String) -> Void) {
        switch item.content {
        case .text(let text): show(text.html ?? text.body)
        case .image(let image): show(image.caption ?? image.filename)
        case .redacted: show("This message was removed")
        default: break
        }
    }

    static func rows(_ room: MXRoom) async throws -> [MXTimelineRow] {
        let list = try await room.timelineUpdates(hidesThreads: true)
        var rows: [MXTimelineRow] = []
        for await batch in list.rows() {
            rows.apply(batch)
        }
        return rows
    }

    static func boundedTimeline(_ room: MXRoom) async throws -> MXTimelineUpdates {
        let list = try await room.timelineUpdates()
        list.maximumItemCount = 400
        return list
    }

    static func thread(_ room: MXRoom, _ item: MXTimelineItem) async throws -> [MXTimelineItem] {
        var items: [MXTimelineItem] = []
        let thread = try await room.threadTimelineUpdates(rootId: item.original.eventId)
        try await room.sendTextMessage("An answer", threadId: item.original.eventId)
        for await batch in thread { items.apply(batch) }
        return items
    }

    static func threads(_ room: MXRoom) async throws {
        let list = try await room.threadList()
        try await list.loadMore()
        for thread in list.threads { print(thread.id, thread.summary.count, thread.notificationCount) }
    }

    static func versions(_ room: MXRoom, _ item: MXTimelineItem) async throws {
        for version in try await room.editHistory(of: item.original) { print(version.originServerTs, version.content) }
    }
}
