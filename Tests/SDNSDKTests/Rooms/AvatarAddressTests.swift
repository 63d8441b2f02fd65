import HeraldJSON
import SDNSDK
import TestSupport
import Testing

@Suite("Addresses of avatars", .timeLimit(.minutes(5)))
struct AvatarAddressTests {
    @Test("an avatar of a stranger is none unless it is an mxc:// URL, so that an app fetches no other URL")
    func strangers() async throws {
        let quiet = try await QuietSession()
        let addresses: [(url: String, shown: String?)] = [("https://spy.example/a", nil), ("mxc://a/b", "mxc://a/b")]
        for (url, shown) in addresses {
            let content: JSONValue = ["membership": "join", "displayname": "Olga", "avatar_url": .string(url)]
            try await quiet.take(events: [
                QuietSession.state("m.room.member", "@olga:x", content, from: "@olga:x", id: "$\(url)")
            ])
            let user = try #require(quiet.session.user(withUserId: "@olga:x"))
            #expect(user.displayname == "Olga" && user.avatarUrl == shown)
            func reader(_ key: String) throws -> JSONReader {
                try JSONReader(JSONValue.object([key: "@olga:x", "avatar_url": .string(url)]))
            }
            let found = try MXUserSearchResult(json: reader("user_id"))
            let contact = try MXContactPeopleData(json: reader("contact_id"))
            let room = try MXPublicRoom(json: reader("room_id"))
            #expect([found.avatarUrl, contact.avatarUrl, room.avatarUrl] == [shown, shown, shown])
        }
        quiet.node.on("/profile/") { _, _ in (200, ["avatar_url": "https://spy.example/a.png"]) }
        quiet.node.on("/m.room.avatar") { _, _ in (200, ["url": "https://spy.example/a.png"]) }
        let client = quiet.session.sdnRestClient
        #expect(try await client.profile(forUser: "@olga:x").avatarUrl == nil)
        let user = await failure { try await client.avatarUrl(forUser: "@olga:x") } as? SDNSDKError
        #expect(user?.code == .malformedResponse && user?.field == "avatar_url")
        for (url, shown) in addresses {
            let avatar = try #require(QuietSession.state("m.room.avatar", ["url": .string(url)]).objectValue)
            let event = try MXEvent(json: avatar)
            #expect(MXRoomState(roomId: ScriptedNode.room, events: [event]).avatar == shown)
        }
        let room = await failure { try await client.avatar(ofRoom: ScriptedNode.room) } as? SDNSDKError
        #expect(room?.code == .malformedResponse && room?.field == "url")
        await quiet.session.close()
    }

    @Test("a change of an avatar to a URL that is no mxc:// URL is described without it")
    func changes() throws {
        func change(
            _ type: String, _ key: String, _ content: JSONValue, before: JSONValue = [:]
        ) throws -> MXTimelineItemContent {
            var object = try #require(QuietSession.state(type, key, content, from: "@olga:x").objectValue)
            object["unsigned"] = ["prev_content": before]
            return try MXEvent(json: object, roomId: ScriptedNode.room).timelineContent
        }
        func member(_ url: String) -> JSONValue { ["membership": "join", "avatar_url": .string(url)] }
        let spied = try change(
            "m.room.member", "@olga:x", member("https://spy.example/b"), before: member("https://spy.example/a"))
        guard case .stateChange(.profile(_, _, let avatar)) = spied else {
            Issue.record("expected a change of the profile")
            return
        }
        #expect(avatar.old == nil && avatar.new == nil)
        #expect(try change("m.room.avatar", "", ["url": "https://spy.example/a"]) == .stateChange(.roomAvatar(nil)))
        #expect(try change("m.room.avatar", "", ["url": "mxc://a/b"]) == .stateChange(.roomAvatar("mxc://a/b")))
    }
}
