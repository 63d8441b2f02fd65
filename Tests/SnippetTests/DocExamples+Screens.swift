import Foundation
import SDNSDK

/// The examples of the articles on a room screen, a room list, threads and media. ``ScreenArticleTests`` compares and runs them.
extension DocExamples {
    static func roomScreen(_ room: MXRoom, show: ([MXTimelineItem]) -> Bool) async throws {
        let updates = try await room.timelineUpdates(limit: 50)
        var items: [MXTimelineItem] = []
        for await batch in updates {
            items.apply(batch)
            if show(items) { break }
        }
    }

    static func older(_ updates: MXTimelineUpdates) async throws {
        if updates.hasOlder { try await updates.loadOlder(50) }
    }

    static func rowsOfScreen(_ room: MXRoom, show: ([MXTimelineRow]) -> Bool) async throws {
        let list = try await room.timelineUpdates(hidesThreads: true)
        var rows: [MXTimelineRow] = []
        for await batch in list.rows() {
            rows.apply(batch)
            if show(rows) { break }
        }
    }

    static func line(of row: MXTimelineRow) -> String {
        switch row {
        case .event(let item): return line(item)
        case .dateDivider(let day, _): return day.formatted(date: .long, time: .omitted)
        case .readMarker: return "You have read up to here"
        case .unreadMarker: return "New messages"
        }
    }

    static func text(_ content: MXTimelineItemContent) -> String {
        switch content {
        case .text(let text), .notice(let text), .emote(let text): return text.html ?? text.body
        case .image(let file), .video(let file), .audio(let file), .voice(let file), .file(let file),
            .sticker(let file):
            return file.caption ?? file.filename
        case .location(let place): return place.body
        case .poll(let poll): return poll.question
        case .stateChange(.roomName(let name?)): return "named the room \(name)"
        case .redacted: return "(deleted)"
        case .unableToDecrypt: return "(encrypted)"
        case .stateChange, .call, .unknown: return content.body ?? ""
        }
    }

    static func line(_ item: MXTimelineItem) -> String {
        var row = item.senderProfile.shownName + ": " + text(item.content)
        if let reply = item.inReplyTo?.event {
            row += " (to \(reply.senderProfile.shownName): \(reply.event.shortText()))"
        }
        if item.isEdited { row += " (edited)" }
        for reaction in item.reactions { row += " \(reaction.reaction) \(reaction.count)" }
        if let failure = item.failure { row += " (not sent: \(failure))" }
        return row
    }

    static func actions(_ room: MXRoom) async throws -> String {
        let eventId = try await room.sendTextMessage("When do we sail?")
        let question = try await room.event(withEventId: eventId)
        try await room.sendReaction("⛵", to: question)
        try await room.sendReply(to: question, textMessage: "At six")
        try await room.replaceTextMessage(question, withTextMessage: "When do we sail tomorrow?")
        try await room.redactEvent(eventId, reason: "asked twice")
        return eventId
    }

    static func moreActions(_ room: MXRoom, _ userId: String) async throws {
        try await room.sendTextMessage("Ann, when do we sail?", mentions: MXMentions(userIds: [userId]))
        let pollId = try await room.sendPoll("When do we sail?", answers: ["At six", "At noon"])
        let event = try await room.event(withEventId: pollId)
        if let answer = try await room.poll(event)?.answers.first { try await room.vote(in: event, for: [answer.id]) }
        try await room.pinEvent(pollId)
        if let quay = MXLocation(geoURI: "geo:53.5438,9.9668") { try await room.sendLocation(quay, isOwn: false) }
    }

    static func waiting(_ room: MXRoom, _ item: MXTimelineItem) async throws {
        if item.sentState == .failed { try await room.resend(item.id) }
    }

    static func reading(_ room: MXRoom, _ items: [MXTimelineItem]) async throws {
        if let last = items.last(where: { $0.sentState == .sent }) {
            try await room.acknowledgeEvent(last.original, andUpdateReadMarker: true)
        }
    }

    static func typing(_ room: MXRoom) async throws {
        try await room.sendTypingNotification(typing: true, timeout: 30)
        for await users in room.typingUpdates() { print(users.isEmpty ? "nobody" : users.joined(separator: ", "), "is typing") }
    }

    static func drafts(_ room: MXRoom) async throws -> String? {
        try await room.setPartialTextMessage("When do we")
        let draft = try await room.partialTextMessage()
        return draft
    }

    static func listScreen(_ session: MXSession, show: (MXRoomListSnapshot) -> Bool) async {
        for await list in session.roomList {
            if show(list) { break }
        }
    }

    static func listRow(_ room: MXRoomSummary) -> String {
        let unread = room.hasUnread ? "●" : " "
        let preview = room.latestEvent?.event.shortText() ?? room.topic ?? ""
        let row = "\(unread) \(room.displayName): \(preview)"
        return row
    }

    static func filters(_ session: MXSession) -> [MXRoomList] {
        let people = session.roomList(MXRoomListOptions(filter: .all([.unread, .category(.people)])))
        let quiet = session.roomList(MXRoomListOptions(filter: .any([.lowPriority, .not(.unread)])))
        return [people, quiet]
    }

    static func search(_ session: MXSession, show: (MXRoomListSnapshot) -> Bool) async {
        let entries = session.roomList.entriesWithDynamicAdapters(pageSize: 20)
        entries.controller.setFilter(.normalizedMatchRoomName("ann"))
        for await list in entries {
            if show(list) { break }
            if list.hasMore { entries.controller.addOnePage() }
        }
    }

    static func spaces(_ session: MXSession) {
        for space in session.topLevelSpaces {
            guard let content = space.content else { continue }
            print(content.summary.displayName, content.unreadCount, content.spaces.map(\.displayName))
            for room in space.roomList.snapshot.rooms { print("  ", room.displayName) }
        }
    }

    static func sections(_ list: MXRoomListSnapshot) -> [String] {
        let sections = MXRoomListSection.allCases.map { section in "\(section): \(list.rooms(in: section).count)" }
        return sections
    }

    static func moves(_ older: MXRoomListSnapshot, _ newer: MXRoomListSnapshot) -> [String] {
        let changes = newer.changes(since: older)
        let rows = older.roomIds.applying(changes)   // the room IDs of the newer list
        return rows ?? []
    }

    static func listOptions(_ session: MXSession) -> MXRoomList {
        let unreadFirst = session.roomList(MXRoomListOptions(unreadFirst: true))
        return unreadFirst
    }

    static func invites(_ session: MXSession) async throws {
        for invite in session.roomList.snapshot.rooms(in: .invites) {
            _ = try await session.joinRoom(invite.roomId)   // or session.leaveRoom(invite.roomId) declines it
        }
    }

    static func favourite(_ room: MXRoom) async throws {
        try await room.addTag(kMXRoomTagFavourite, withOrder: 0.5)
    }

    static func threadSend(_ room: MXRoom, _ root: MXEvent) async throws -> String {
        let eventId = try await room.sendTextMessage("At the harbour", threadId: root.eventId)
        return eventId
    }

    static func threadSummaries(_ room: MXRoom) async throws -> [MXThreadSummary] {
        let updates = try await room.timelineUpdates(hidesThreads: true)
        let threads = updates.items.compactMap(\.thread)
        for thread in threads { print(thread.count, "replies, the last one from", thread.latestEvent?.sender ?? "") }
        return threads
    }

    static func readingWithoutThreads(_ room: MXRoom, _ updates: MXTimelineUpdates) async throws {
        if let last = updates.items.last(where: { $0.sentState == .sent }) {
            try await room.acknowledgeEvent(last.original, andUpdateReadMarker: true, hidesThreads: true)
        }
    }

    static func threadsOfRoom(_ room: MXRoom) async throws -> [MXThread] {
        let list = try await room.threadList()
        if list.hasMore { try await list.loadMore() }
        for thread in list.threads {
            print(thread.root.shortText(), thread.summary.count, thread.notificationCount)
        }
        return list.threads
    }

    static func threadScreen(_ room: MXRoom, _ root: MXEvent, show: ([MXTimelineItem]) -> Bool) async throws {
        let thread = try await room.threadTimelineUpdates(rootId: root.eventId)
        var items: [MXTimelineItem] = []
        for await batch in thread {
            items.apply(batch)
            if show(items) { break }
        }
    }

    static func threadReading(_ room: MXRoom, _ root: MXEvent, _ items: [MXTimelineItem]) async throws {
        if let last = items.last(where: { $0.sentState == .sent }) {
            try await room.acknowledgeEvent(last.original, inThread: root.eventId)
        }
    }

    static func sendPicture(_ room: MXRoom, _ file: URL) async throws {
        try await room.sendImage(localURL: file, mimeType: "image/jpeg", caption: MXMediaCaption("The harbour at six"))
    }

    static func showPicture(_ session: MXSession, _ item: MXTimelineItem) async throws -> [URL] {
        guard case .image(let picture) = item.content, let address = picture.url else { return [] }
        let small = try await session.mediaManager.file(for: address, thumbnail: MXThumbnailSize(width: 320, height: 240))
        let whole = try await session.mediaManager.file(for: address)
        return [small, whole]
    }

    static func progress(_ item: MXTimelineItem) -> String? {
        let text = item.upload.map { "\(Int($0.fraction * 100)) % of \($0.bytesToSend) bytes" }
        return text
    }

    static func cacheOf(_ session: MXSession) async throws {
        if await session.mediaManager.measuredCacheSize() > 200 << 20 { session.mediaManager.clearCache() }
    }
}
