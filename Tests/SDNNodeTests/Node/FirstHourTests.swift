import HeraldJSON
import Testing
@testable import SDNNode

/// The change of an endpoint that docs/first-hour.md shows. `FirstHourTests` in HeraldTests checks that the page has these lines.
@Suite("First hour: an endpoint is changed")
struct FirstHourTests {
    /// If the node gets the capability, this fails, and the page needs another exercise.
    @Test("the test of the page fails before the change")
    func before() async {
        await withKnownIssue { try await loginTokens() }
    }

    func loginTokens() async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        let answer = try await ann.ok("GET", ["capabilities"])
        #expect(answer["capabilities"]?["m.get_login_token"] == ["enabled": false])
    }

    @Test("the page's line gives the answer that its test expects")
    func after() {
        let capabilities: JSONValue = [
            "m.set_displayname": ["enabled": true], "m.set_avatar_url": ["enabled": true],
            "m.3pid_changes": ["enabled": false],
            "m.get_login_token": ["enabled": false],
            "m.room_versions": .object(DiscoveryRoutes.roomVersions),
        ]
        #expect(capabilities["m.get_login_token"] == ["enabled": false])
    }
}
