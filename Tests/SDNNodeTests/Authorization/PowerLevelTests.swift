import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Changes of power levels")
struct PowerLevelTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let allowed: Bool
        let change: @Sendable (inout JSONObject) -> Void
        let version: RoomVersion
        var testDescription: String { name }

        init(
            _ name: String, _ allowed: Bool, version: RoomVersion = .v10,
            _ change: @escaping @Sendable (inout JSONObject) -> Void
        ) {
            self.name = name
            self.allowed = allowed
            self.version = version
            self.change = change
        }
    }

    /// bob, who sends all of these, has 50.
    static let current: JSONObject = [
        "users": ["@alice:x": 100, "@bob:x": 50, "@b2:x": 50, "@carol:x": 10], "users_default": 0,
        "events": ["a": 60, "b": 40, "m.room.power_levels": 50],
        "notifications": ["room": 50, "other": 70], "ban": 50, "kick": 60, "events_default": 0,
    ]

    static let cases: [Case] = [
        Case("nothing changed", true) { _ in },
        Case("own level lowered", true) { $0["users"]?["@bob:x"] = 10 },
        Case("own level removed", true) { $0["users"]?["@bob:x"] = nil },
        Case("own level raised", false) { $0["users"]?["@bob:x"] = 51 },
        Case("an inferior raised to one's own level", true) { $0["users"]?["@carol:x"] = 50 },
        Case("an inferior raised above it", false) { $0["users"]?["@carol:x"] = 51 },
        Case("an inferior removed", true) { $0["users"]?["@carol:x"] = nil },
        Case("an equal lowered", false) { $0["users"]?["@b2:x"] = 0 },
        Case("an equal removed", false) { $0["users"]?["@b2:x"] = nil },
        Case("a superior lowered", false) { $0["users"]?["@alice:x"] = 0 },
        Case("a newcomer at one's own level", true) { $0["users"]?["@dan:x"] = 50 },
        Case("a newcomer above it", false) { $0["users"]?["@dan:x"] = 60 },
        Case("all users removed", false) { $0["users"] = nil },
        Case("ban raised to one's own level", true) { $0["ban"] = 50 },
        Case("ban lowered", true) { $0["ban"] = 0 },
        Case("ban raised above", false) { $0["ban"] = 51 },
        Case("ban removed", true) { $0["ban"] = nil },
        Case("kick, which is above, lowered", false) { $0["kick"] = 0 },
        Case("kick, which is above, removed", false) { $0["kick"] = nil },
        Case("users_default raised within reach", true) { $0["users_default"] = 50 },
        Case("users_default raised beyond", false) { $0["users_default"] = 51 },
        Case("state_default added within reach", true) { $0["state_default"] = 50 },
        Case("state_default added beyond", false) { $0["state_default"] = 100 },
        Case("redact added beyond", false) { $0["redact"] = 100 },
        Case("invite added beyond", false) { $0["invite"] = 100 },
        Case("events_default raised beyond", false) { $0["events_default"] = 100 },
        Case("an event level above lowered", false) { $0["events"]?["a"] = 0 },
        Case("an event level above removed", false) { $0["events"]?["a"] = nil },
        Case("an event level within reach changed", true) { $0["events"]?["b"] = 50 },
        Case("an event level raised beyond", false) { $0["events"]?["b"] = 51 },
        Case("an event level added beyond", false) { $0["events"]?["c"] = 51 },
        Case("an event level added within reach", true) { $0["events"]?["c"] = 50 },
        Case("a notification level above changed", false) { $0["notifications"]?["other"] = 0 },
        Case("a notification level within reach changed", true) { $0["notifications"]?["room"] = 0 },
        Case("a member that means nothing", true) { $0["colour"] = "red" },
        Case("a level as text in 10", false) { $0["ban"] = "50" },
        Case("a level as text in 9", true, version: .v9) { $0["ban"] = "50" },
        Case("a level as text beyond in 9", false, version: .v9) { $0["ban"] = "51" },
        Case("a level as word in 9", false, version: .v9) { $0["ban"] = "all" },
        Case("an event level as text", false) { $0["events"]?["b"] = "40" },
        Case("a user level that is null", false) { $0["users"]?["@carol:x"] = .null },
        Case("users that are a list", false) { $0["users"] = [] },
        Case("events that are a number", false) { $0["events"] = 5 },
        Case("notifications that are text", false) { $0["notifications"] = "room" },
        Case("a user that is none", false) { $0["users"]?["dan"] = 1 },
    ]

    @Test("a sender can change only levels within their own power", arguments: cases)
    func change(_ item: Case) {
        var proposed = Self.current
        item.change(&proposed)
        let state = AuthorizationState(
            version: item.version, creator: "@alice:x", powerLevelContent: Self.current, memberships: ["@bob:x": .join])
        let event = EventDraft(type: EventType.powerLevels, stateKey: "", sender: "@bob:x", content: proposed)
        let verdict = Authorization.check(event, in: state)
        #expect((verdict == .allow) == item.allowed, "\(verdict)")
    }

    @Test("a room's first power levels may have any well-formed content")
    func first() {
        let state = AuthorizationState(version: .v10, creator: "@alice:x", memberships: ["@alice:x": .join])
        let good = EventDraft(
            type: EventType.powerLevels, stateKey: "", sender: "@alice:x", content: ["users": ["@alice:x": 1_000]])
        #expect(Authorization.check(good, in: state) == .allow)
        let bad = EventDraft(
            type: EventType.powerLevels, stateKey: "", sender: "@alice:x", content: ["users": ["alice": 100]])
        #expect(Authorization.check(bad, in: state) != .allow)
    }

    @Test("power levels have defaults with and without the event")
    func defaults() {
        let none = PowerLevels(nil, creator: "@alice:x", version: .v10)
        #expect(
            [none.level(of: "@alice:x"), none.level(of: "@bob:x"), none.needed(toSend: "x", isState: true)] == [
                100, 0, 0,
            ])
        let some = PowerLevels([:], creator: "@alice:x", version: .v10)
        #expect(
            [
                some.level(of: "@alice:x"), some.needed(toSend: "x", isState: true),
                some.needed(toSend: "x", isState: false),
            ] == [0, 50, 0])
        #expect(
            [some.needed(for: .ban), some.needed(for: .kick), some.needed(for: .redact), some.needed(for: .invite)] == [
                50, 50, 50, 0,
            ])
        let old = PowerLevels(["users": ["@a:x": " 7 "], "users_default": "3"], creator: "@alice:x", version: .v9)
        #expect([old.level(of: "@a:x"), old.level(of: "@b:x")] == [7, 3])
    }
}
