import HeraldJSON
import SDNSDK

extension TwinScene {
    /// Steps for the ways to join a room, and to be removed before joining: through another room, by invitation, and not at all.
    func enter() async {
        await step("a restricted room lets in who is in the room that it names") {
            let club = try await made("club", .publicChat, type: "m.space"),
                back = try await made("back room", .privateChat)
            try await back.setJoinRule(.restricted, parentIds: [club.roomId])
            let outside = try await refusal { _ = try await bob.sdnRestClient.joinRoom(back.roomId) }
            _ = try await bob.joinRoom(club.roomId)
            let entered = try await bob.joinRoom(back.roomId)
            let rule = try await bob.sdnRestClient.joinRule(ofRoomWithId: back.roomId)
            let vouched = try await ann.eventually("the join") {
                try await content(of: bob.myUserId, in: back, when: "join")
            }
            return [
                "outside": outside, "rule": .string(rule.identifier),
                "allowed": .array(rule.allowedParentIds.map(JSONValue.string)),
                "vouched": vouched["join_authorised_via_users_server"] ?? .null, "state": try await state(of: entered),
            ]
        }
        await step("an invitation that is turned down is gone for both") {
            let party = try await made("party", .privateChat)
            try await party.invite(.userId(bob.myUserId))
            try await bob.eventually("the invitation") {
                bob.invitedRooms()?.contains { $0.roomId == party.roomId } == true ? true : nil
            }
            try await bob.leaveRoom(party.roomId)
            let declined = try await ann.eventually("the refusal") {
                try await content(of: bob.myUserId, in: party, when: "leave")
            }
            return [
                "declined": declined["membership"] ?? .null, "known": .bool(bob.room(withRoomId: party.roomId) != nil),
                "late": try await refusal { _ = try await bob.sdnRestClient.joinRoom(party.roomId) },
                "state": try await state(of: party),
            ]
        }
        await step("who joins whatever comes is in without a word") {
            let options = MXSDKOptions()
            options.autoAcceptRoomInvites = true
            let carl = try await Self.person("carl", accounts, names, options: options)
            let open = try await made("open house", .privateChat)
            try await open.invite(.userId(carl.myUserId))
            let his = try await carl.eventually("the join") { carl.joinedRooms.first { $0.roomId == open.roomId } }
            try await ann.eventually("his arrival") { try await content(of: carl.myUserId, in: open, when: "join") }
            let value: JSONValue = [
                "invited": .int(Int64(carl.invitedRooms()?.count ?? 0)), "state": try await state(of: his),
            ]
            await carl.close()
            carl.sdnRestClient.close()
            return value
        }
        await step("a knock that is not answered with an invitation is over") {
            let door = try await made("door", .privateChat)
            try await door.setJoinRule(.knock)
            _ = try await bob.knock(onRoom: door.roomId, reason: "let me in")
            try await ann.eventually("the knock") { try await content(of: bob.myUserId, in: door, when: "knock") }
            try await door.kickUser(bob.myUserId, reason: "not today")
            try await bob.eventually("the answer") { bob.knockedRooms.isEmpty ? true : nil }
            let answer = try await ann.eventually("the answer") {
                try await content(of: bob.myUserId, in: door, when: "leave")
            }
            return [
                "answer": .object(answer),
                "inside": try await refusal { _ = try await bob.sdnRestClient.joinRoom(door.roomId) },
            ]
        }
    }

    /// Creates a room of Ann's and registers its name.
    func made(_ name: String, _ preset: MXRoomPreset, type: String? = nil) async throws -> MXRoom {
        var parameters = MXRoomCreationParameters(name: name)
        parameters.preset = preset
        parameters.roomType = type
        parameters.roomVersion = "10"
        let room = try await ann.createRoom(parameters: parameters)
        await names.know(room.roomId, as: "!" + name)
        return room
    }

    /// Returns the content of a user's member event when it has this membership; `nil` while it has another.
    private func content(of userId: String, in room: MXRoom, when membership: String) async throws -> JSONObject? {
        let member = try await room.state().stateEvents.first { $0.type == "m.room.member" && $0.stateKey == userId }
        return member?.content["membership"]?.stringValue == membership ? member?.content : nil
    }
}
