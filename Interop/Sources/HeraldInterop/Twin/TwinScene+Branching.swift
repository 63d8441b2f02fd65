import HeraldJSON
import SDNSDK

extension TwinScene {
    /// Steps for a tree of spaces, as seen by a user who has joined only its top.
    func branch() async {
        await step("a tree of spaces is walked by pages, to a depth, and to what is suggested") {
            let top = try await made("top", .publicChat, type: "m.space"),
                garden = try await made("garden", .publicChat, type: "m.space")
            let shed = try await made("shed", .publicChat), pond = try await made("pond", .publicChat),
                secret = try await made("secret", .privateChat)
            try await link(top, garden, "a")
            try await link(top, shed, "b", suggested: true)
            try await link(top, secret, "c")
            try await link(garden, pond, "a")
            let his = try await bob.joinRoom(top.roomId)
            try await bob.eventually("the children") { his.summary.childRoomIds.count == 3 ? true : nil }
            // A homeserver with workers may count a member a moment later.
            let whole = try await Self.inTime("the count of both members") {
                while true {
                    let rooms = try await tree(bob, top)
                    if rooms.first?.room.numJoinedMembers == 2 { return rooms }
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
            return [
                "ann": titles(try await tree(ann, top)), "bob": titles(whole),
                "two a page": try await pages(of: top, limit: 2),
                "depth 1": titles(try await tree(bob, top, depth: 1)),
                "suggested": titles(try await tree(bob, top, suggested: true)),
                "children": .array(whole.first?.childrenState.map(Self.told) ?? []),
                "types": .array(whole.map { .string($0.room.roomTypeString ?? "") }),
                "members": .array(whole.map { .int(Int64($0.room.numJoinedMembers)) }),
                "not his": try await refusal {
                    _ = try await bob.sdnRestClient.getSpaceChildrenForSpace(withId: secret.roomId)
                },
            ]
        }
        await step("a room that leaves its space is no child of it") {
            let top = try await made("second top", .publicChat, type: "m.space"),
                leaf = try await made("leaf", .publicChat)
            try await link(top, leaf, "a")
            let his = try await bob.joinRoom(top.roomId), hisLeaf = try await bob.joinRoom(leaf.roomId)
            try await bob.eventually("the parent") { hisLeaf.summary.parentSpaceIds.contains(top.roomId) ? true : nil }
            try await top.sendStateEvent(.spaceChild, content: [:], stateKey: leaf.roomId)
            try await bob.eventually("the end of it") {
                his.summary.childRoomIds.isEmpty && hisLeaf.summary.parentSpaceIds.isEmpty ? true : nil
            }
            return [
                "tree": titles(try await tree(bob, top)),
                "spaces": .bool(bob.spaces.contains { $0.roomId == top.roomId }),
            ]
        }
    }

    private func link(_ space: MXRoom, _ child: MXRoom, _ order: String, suggested: Bool = false) async throws {
        let content: JSONObject = ["via": ["server"], "order": .string(order), "suggested": .bool(suggested)]
        try await space.sendStateEvent(.spaceChild, content: content, stateKey: child.roomId)
    }

    private func tree(_ session: MXSession, _ space: MXRoom, depth: UInt? = nil, suggested: Bool = false) async throws
        -> [MXSpaceChildSummaryResponse]
    {
        try await session.sdnRestClient.getSpaceChildrenForSpace(
            withId: space.roomId, suggestedOnly: suggested, limit: 20, maxDepth: depth
        ).rooms
    }

    private func titles(_ rooms: [MXSpaceChildSummaryResponse]) -> JSONValue {
        .array(rooms.map { .string($0.room.name ?? "") })
    }

    private func pages(of space: MXRoom, limit: UInt) async throws -> JSONValue {
        var pages: [JSONValue] = [], from: String?
        repeat {
            let page = try await bob.sdnRestClient.getSpaceChildrenForSpace(
                withId: space.roomId, limit: limit, paginationToken: from)
            // A last page may be empty on one server and left out on another.
            if !page.rooms.isEmpty { pages.append(titles(page.rooms)) }
            from = page.nextBatch
        } while from != nil && pages.count < 9
        return .array(pages)
    }

    private static func told(_ child: MXSpaceChildState) -> JSONValue {
        [
            "room": .string(child.childRoomId), "order": .string(child.order ?? ""),
            "suggested": .bool(child.suggested),
            "via": .array(child.via.map(JSONValue.string)),
        ]
    }
}
