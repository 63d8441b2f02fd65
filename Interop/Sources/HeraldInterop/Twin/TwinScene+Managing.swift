import HeraldJSON
import SDNSDK

extension TwinScene {
    /// Steps for power levels, membership, the room list, spaces, and a room that is replaced.
    func manage() async {
        await step("power decides who may name the room") {
            let before = try await refusal { try await bobsRoom.setName("Bob's") }
            try await room.setPowerLevel(ofUser: bob.myUserId, powerLevel: 50)
            try await bob.eventually("the power") {
                try await bobsRoom.state().powerLevels.powerLevelOfUser(withUserID: bob.myUserId) == 50 ? true : nil
            }
            let after = try await refusal { try await bobsRoom.setName("Bob's") }
            try await ann.eventually("the name") { room.summary.name == "Bob's" ? true : nil }
            return ["before": before, "after": after, "name": .string(room.summary.displayName)]
        }
        await step("a room is found by its alias and in the public list") {
            let client = ann.sdnRestClient, alias = "#twins" + server
            try await client.addAlias(forRoom: room.roomId, alias: alias)
            try await client.setCanonicalAlias(forRoom: room.roomId, canonicalAlias: alias)
            try await client.setDirectoryVisibility(ofRoom: room.roomId, directoryVisibility: .public)
            // Synapse lists only rooms that a stranger could join or read.
            try await room.setJoinRule(.public)
            let found = try await client.resolveRoomAlias(alias)
            let listed = try await self.listed("Bob's")
            let twice = try await refusal { try await client.addAlias(forRoom: room.roomId, alias: alias) }
            let visibility = try await client.directoryVisibility(ofRoom: room.roomId)
            try await room.setJoinRule(.invite)
            // A server may change the room's state by itself when its alias is removed.
            try await room.sendStateEvent(.roomCanonicalAlias, content: [:])
            try await client.removeRoomAlias(alias)
            return [
                "room": .string(found.roomId),
                "listed": .array(
                    listed.map { .string("\($0.name ?? "") \($0.canonicalAlias ?? "") \($0.numJoinedMembers)") }),
                "twice": twice, "visibility": .string(visibility.identifier),
                "gone": try await refusal { _ = try await client.resolveRoomAlias(alias) },
            ]
        }
        await step("kicked, banned, let in again: each is told to both") {
            let (client, bobId) = (ann.sdnRestClient, bob.myUserId)
            try await room.kickUser(bobId, reason: "a while")
            try await bob.eventually("the kick") { bob.room(withRoomId: room.roomId) == nil ? true : nil }
            try await room.banUser(bobId, reason: "longer")
            let banned = try await refusal { _ = try await bob.sdnRestClient.joinRoom(room.roomId) }
            let member = try await client.members(ofRoom: room.roomId).first { $0.stateKey == bobId }
            try await room.unbanUser(bobId)
            let uninvited = try await refusal { _ = try await bob.sdnRestClient.joinRoom(room.roomId) }
            try await room.invite(.userId(bobId))
            _ = try await bob.joinRoom(room.roomId)
            return [
                "banned": banned, "member": member?.content["membership"] ?? .null,
                "reason": member?.content["reason"] ?? .null, "uninvited": uninvited,
            ]
        }
        await step("a space holds the room, and says so") {
            var parameters = MXRoomCreationParameters(name: "Space")
            parameters.roomType = "m.space"
            let space = try await ann.createRoom(parameters: parameters)
            await names.know(space.roomId, as: "!space")
            try await space.sendStateEvent(
                .spaceChild, content: ["via": ["server"], "suggested": true], stateKey: room.roomId)
            try await ann.eventually("the child") { space.summary.childRoomIds.contains(room.roomId) ? true : nil }
            let tree = try await ann.sdnRestClient.getSpaceChildrenForSpace(
                withId: space.roomId, suggestedOnly: false, limit: 10, maxDepth: nil, paginationToken: nil)
            return .array(tree.rooms.map { .string("\($0.room.name ?? "") \($0.childrenState.count)") })
        }
        await step("a replaced room says where it went on") {
            let old = try await ann.createRoom(withName: "Old")
            await names.know(old.roomId, as: "!old")
            let new = try await ann.sdnRestClient.upgradeRoom(withId: old.roomId, to: "10")
            await names.know(new, as: "!new")
            try await ann.eventually("the tombstone") {
                old.summary.isObsolete && ann.room(withRoomId: new) != nil ? true : nil
            }
            return [
                "replacement": .string(old.summary.replacementRoomId ?? ""),
                "predecessor": .string(ann.room(withRoomId: new)?.summary.predecessorRoomId ?? ""),
            ]
        }
    }

    /// Returns the public rooms with a text. A server may need some time to list one.
    private func listed(_ text: String) async throws -> [MXPublicRoom] {
        let end = ContinuousClock.now + Self.longestWait
        while ContinuousClock.now < end {
            let found = try await ann.sdnRestClient.publicRooms(onServer: nil, limit: 10, filter: text).chunk
            if !found.isEmpty { return found }
            try await Task.sleep(for: .milliseconds(100))
        }
        return []
    }
}
