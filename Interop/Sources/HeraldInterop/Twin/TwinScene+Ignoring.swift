import HeraldJSON
import SDNSDK

extension TwinScene {
    /// Steps in which Bob writes and invites while he is ignored. His messages are found when he no longer is.
    func ignore() async {
        await step("an ignored user is not heard, and is heard again with what was said meanwhile") {
            try await ann.ignore(users: [bob.myUserId])
            try await ann.eventually("the list") { ann.ignoredUsers.isEmpty ? nil : true }
            let ignored = ann.ignoredUsers
            _ = try await bobsRoom.sendTextMessage("not heard")
            var parameters = MXRoomCreationParameters(name: "Unwanted")
            parameters.inviteArray = [ann.myUserId]
            let unwanted = try await bob.createRoom(parameters: parameters).roomId
            await names.know(unwanted, as: "!unwanted")
            _ = try await room.sendTextMessage("said to nobody")
            try await ann.eventually("her own message") {
                try await storedTexts().contains("said to nobody") ? true : nil
            }
            let meanwhile = try await storedTexts().contains("not heard")
            let invited = ann.room(withRoomId: unwanted) != nil

            try await ann.unIgnore(users: [bob.myUserId])
            try await ann.eventually("the list's end") { ann.ignoredUsers.isEmpty ? true : nil }
            _ = try await bobsRoom.sendTextMessage("heard again")
            // Events that arrive while the pagination begins are new events, and are not among the older ones.
            _ = try await event("heard again", ann, room)
            let texts = try await RoomHistory.walk(room, pageSize: 10).compactMap { $0.content["body"]?.stringValue }
            let said = texts.filter { ["not heard", "said to nobody", "heard again"].contains($0) }
            // Some servers never deliver an invitation that they held back.
            try await ann.sdnRestClient.leaveRoom(unwanted)
            return [
                "ignored": .array(ignored.map(JSONValue.string)), "heard meanwhile": .bool(meanwhile),
                "invited": .bool(invited),
                "said": .array(said.map(JSONValue.string)),
            ]
        }
    }

    /// Returns the texts of the room in Ann's store.
    private func storedTexts() async throws -> [String] {
        try await room.enumeratorForStoredMessages.nextEventsBatch(100)?.compactMap { $0.content["body"]?.stringValue }
            ?? []
    }
}
