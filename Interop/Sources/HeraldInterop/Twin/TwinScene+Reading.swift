import HeraldJSON
import SDNSDK

extension TwinScene {
    /// Steps for receipts, markers, typing, tags and account data.
    func read() async {
        await step("a receipt reaches the other, a private one does not") {
            let (open, hidden) = (
                try await room.sendTextMessage("read openly"), try await room.sendTextMessage("read in private")
            )
            await names.know(open, as: "$open")
            await names.know(hidden, as: "$hidden")
            try await bobsRoom.acknowledgeEvent(event("read openly", bob, bobsRoom), andUpdateReadMarker: true)
            let seen = try await ann.eventually("the receipt") { () -> [MXReceiptData]? in
                let receipts = try await room.getEventReceipts(open)
                return receipts.isEmpty ? nil : receipts
            }
            try await bob.sdnRestClient.sendReadReceipt(toRoom: room.roomId, forEvent: hidden, isPrivate: true)
            try await bob.eventually("the marker") { bobsRoom.summary.readMarkerEventId == open ? true : nil }
            return [
                "who": .array(seen.map { .string($0.userId) }),
                "hidden": .bool(try await room.getEventReceipts(hidden).isEmpty),
            ]
        }
        await step("who is writing is seen, and when no more") {
            try await bobsRoom.sendTypingNotification(typing: true, timeout: 20)
            let typing = try await ann.eventually("the typing") { room.typingUsers.isEmpty ? nil : room.typingUsers }
            try await bobsRoom.sendTypingNotification(typing: false)
            try await ann.eventually("the end of the typing") { room.typingUsers.isEmpty ? true : nil }
            return .array(typing.map(JSONValue.string))
        }
        await step("tags sort rooms and go again") {
            try await room.addTag("m.favourite", withOrder: 0.25)
            try await ann.eventually("the tag") { ann.rooms(withTag: "m.favourite").isEmpty ? nil : true }
            let tags = try await ann.sdnRestClient.tags(ofRoom: room.roomId)
            let order = room.summary.favoriteTagOrder ?? -1
            try await room.removeTag("m.favourite")
            try await ann.eventually("the tag's end") { ann.rooms(withTag: "m.favourite").isEmpty ? true : nil }
            return ["tags": .array(tags.map { .string("\($0.name) \($0.order ?? "")") }), "order": .string("\(order)")]
        }
        await step("account data of user and room is kept and handed on") {
            try await ann.setAccountData(["colour": "green"], forType: "org.example.taste")
            try await room.setAccountData(["pinned": true], forType: "org.example.room")
            let mine = try await ann.eventually("the account data") {
                ann.accountData(ofType: "org.example.taste")?.content
            }
            let rooms = try await ann.eventually("the room's account data") {
                try await room.accountData(ofType: "org.example.room")?.content
            }
            let absent = try await refusal {
                _ = try await ann.sdnRestClient.getRoomAccountData(room.roomId, eventType: "org.example.none")
            }
            return ["mine": .object(mine), "room": .object(rooms), "absent": absent]
        }
        await step("a direct room is one, for the one who said so") {
            try await room.setIsDirect(true, withUserId: bob.myUserId)
            try await ann.eventually("the direct room") { room.isDirect ? true : nil }
            let found = ann.directJoinedRoom(withUserId: bob.myUserId)?.roomId == room.roomId
            try await room.setIsDirect(false)
            try await ann.eventually("its end") { room.isDirect ? nil : true }
            return .bool(found)
        }
        await ignore()
    }
}
