import HeraldJSON
import SDNSDK
import SDNWire

extension TwinScene {
    /// Steps for the sums that sessions and servers compute of related events, and for threads.
    func fold() async {
        await step("edits, reactions, answers and a thread are summed up the same for both") {
            let base = try await bobsRoom.sendTextMessage("to be summed up")
            await names.know(base, as: "$base")
            let hers = try await event("to be summed up", ann, room),
                his = try await event("to be summed up", bob, bobsRoom)
            var edit = ""
            for version in ["first edit", "second edit"] {
                edit = try await bobsRoom.replaceTextMessage(his, withTextMessage: version)
                await names.know(edit, as: "$" + version)
            }
            for (author, target, key) in [
                (room, hers, "👍"), (bobsRoom, his, "👍"), (bobsRoom, his, "🎉"), (room, hers, "👎"),
            ] {
                try await author.sendReaction(key, to: target)
            }
            _ = try await ann.eventually("the reactions") {
                try await room.relations(of: hers).reactions.reduce(0) { $0 + $1.count } == 4 ? true : nil
            }
            try await room.removeReaction("👎", from: hers)
            await names.know(try await room.sendReply(to: hers, textMessage: "an answer to the sum"), as: "$sum answer")
            let newest = try await room.sendTextMessage("in the sum's thread", threadId: base)
            await names.know(newest, as: "$sum thread")
            let last = try await room.sendTextMessage("summed up")
            try await received(last, bob, bobsRoom)
            try await received(last, ann, room)
            let sums = try await sums(of: base, with: edit, newest)
            return [
                "ann": sums.ann, "bob": sums.bob, "server": sums.server,
                "latest": try await bobsRoom.latestVersion(of: his).content["body"] ?? .null,
            ]
        }
        await step("a thread is counted, read and paged for itself") {
            // By default a session requests counts for the whole room only.
            var filter = MXFilterJSONModel.syncFilterForLazyLoading(withMessageLimit: 20)
            filter.timeline.json["unread_thread_notifications"] = true
            let phone = MXSession(sdnRestClient: accounts.client(bob.credentials))
            try await phone.setStore(MXMemoryStore())
            try await phone.start(withSyncFilter: filter)
            try await bobsRoom.markAllAsRead()
            let root = try await room.sendTextMessage("a second thread")
            await names.know(root, as: "$second root")
            for number in 1...5 {
                await names.know(
                    try await room.sendTextMessage("deeper \(number)", threadId: root), as: "$deeper\(number)")
            }
            let last = try await event("deeper 5", bob, bobsRoom).eventId
            let counts = try await phone.eventually("the thread's counts") { () -> MXRoomSummary.ThreadCounts? in
                let counts = phone.room(withRoomId: room.roomId)?.summary.threadCounts[root]
                return counts?.notificationCount == 5 ? counts : nil
            }
            try await bob.sdnRestClient.sendReadReceipt(toRoom: room.roomId, forEvent: last, threadId: root)
            try await phone.eventually("the read thread") {
                phone.room(withRoomId: room.roomId)?.summary.threadCounts[root] == nil ? true : nil
            }
            await phone.close()
            let seen = try await ann.eventually("the thread's receipt") { () -> [MXReceiptData]? in
                let receipts = try await room.getEventReceipts(last, threadId: root)
                return receipts.isEmpty ? nil : receipts
            }
            return [
                "notifications": .int(Int64(counts.notificationCount)),
                "highlights": .int(Int64(counts.highlightCount)),
                "who": .array(seen.map { .string("\($0.userId) \($0.threadId ?? "")") }),
                "pages": try await pages(of: root),
                "ann": .array(try await participated(ann)), "bob": .array(try await participated(bob)),
            ]
        }
    }

    /// Returns the sums of an event once all have its last edit and the newest message of its thread: a homeserver with workers may sum up an event
    /// a moment later. After ``longestWait`` it returns the sums as they are, so that the comparison names the difference.
    private func sums(of id: String, with edit: String, _ newest: String) async throws -> (
        ann: JSONValue, bob: JSONValue, server: JSONValue
    ) {
        let end = ContinuousClock.now + Self.longestWait
        while true {
            let sums = (ann: try await sum(room, id), bob: try await sum(bobsRoom, id), server: try await served(id))
            let isWhole = [sums.ann, sums.bob, sums.server].allSatisfy {
                $0["edit"] == .string(edit) && $0["newest"] == .string(newest) && $0["thread"] == .int(1)
            }
            if isWhole || ContinuousClock.now >= end { return sums }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    private func sum(_ room: MXRoom, _ id: String) async throws -> JSONValue {
        let sum = try await room.relations(of: room.event(withEventId: id))
        let reactions = sum.reactions.sorted { $0.reaction < $1.reaction }.map {
            "\($0.reaction) \($0.count) \($0.myUserHasReacted)"
        }
        return [
            "reactions": .array(reactions.map(JSONValue.string)), "edit": sum.edit.map { .string($0.eventId) } ?? .null,
            "replies": .array(sum.replies.map(JSONValue.string)), "thread": .int(Int64(sum.thread?.count ?? 0)),
            "newest": sum.thread?.latestEvent.map { .string($0.eventId) } ?? .null,
            "participated": .bool(sum.thread?.isParticipated ?? false),
        ]
    }

    /// Returns the relations that the server adds to an event, for a client that knows nothing else of it.
    private func served(_ id: String) async throws -> JSONValue {
        let relations =
            try await bob.sdnRestClient.event(withEventId: id, inRoom: room.roomId).unsignedData.relations ?? [:]
        return [
            "edit": relations["m.replace"]?["event_id"] ?? .null, "thread": relations["m.thread"]?["count"] ?? .null,
            "newest": relations["m.thread"]?["latest_event"]?["event_id"] ?? .null,
            "participated": relations["m.thread"]?["current_user_participated"] ?? .null,
        ]
    }

    /// Returns a thread's messages from the newest on, two on each page.
    private func pages(of root: String) async throws -> JSONValue {
        var pages: [JSONValue] = [], from: String?
        repeat {
            let page = try await ann.sdnRestClient.relations(
                forEvent: root, inRoom: room.roomId, relationType: "m.thread", from: from, limit: 2)
            // A last page may be empty on one server and left out on another.
            if !page.chunk.isEmpty { pages.append(.array(page.chunk.map { .string($0.eventId) })) }
            from = page.nextBatch
        } while from != nil && pages.count < 9
        return .array(pages)
    }

    private func participated(_ session: MXSession) async throws -> [JSONValue] {
        try await session.sdnRestClient.threadsInRoomWithId(room.roomId, include: .participated).chunk.map {
            .string($0.eventId)
        }
    }
}
