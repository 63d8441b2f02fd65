import HeraldJSON
import SDNSDK
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
        #expect(try await quiet.session.sdnRestClient.profile(forUser: "@olga:x").avatarUrl == nil)
        await quiet.session.close()
    }
}
