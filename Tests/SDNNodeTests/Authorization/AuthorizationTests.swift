import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Authorisation rules")
struct AuthorizationTests {
    static let alice = "@alice:x", bob = "@bob:x", carol = "@carol:x"

    /// A case: who does what in which room.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let allowed: Bool
        let event: EventDraft
        let state: AuthorizationState
        var testDescription: String { name }

        init(_ name: String, _ allowed: Bool, _ event: EventDraft, _ state: AuthorizationState) {
            self.name = name
            self.allowed = allowed
            self.event = event
            self.state = state
        }
    }

    /// alice has 100, bob 50, everybody else 0.
    static func room(
        _ members: [String: Membership] = [alice: .join, bob: .join], joinRule: String? = "invite",
        levels: JSONObject? = nil, version: RoomVersion = .v10
    ) -> AuthorizationState {
        let standard: JSONObject = ["users": [alice: 100, bob: 50], "events": ["m.room.name": 60, "low": 0]]
        return AuthorizationState(
            version: version, creator: alice, powerLevelContent: levels ?? standard, joinRule: joinRule,
            memberships: members)
    }

    static func member(_ target: String, _ membership: Membership, by sender: String, _ more: JSONObject = [:])
        -> EventDraft
    {
        .member(target, membership, by: sender, more)
    }

    static let empty = AuthorizationState(version: .v10)
    static let fresh = AuthorizationState(version: .v10, creator: alice, isNew: true)
    static let bare = AuthorizationState(version: .v10, creator: alice, memberships: [alice: .join, bob: .join])
    static func create(_ content: JSONObject, key: String? = "") -> EventDraft {
        EventDraft(type: EventType.create, stateKey: key, sender: alice, content: content)
    }
    static func message(_ sender: String, _ type: String = "m.room.message", key: String? = nil) -> EventDraft {
        EventDraft(type: type, stateKey: key, sender: sender, content: [:])
    }
    static let vouched: JSONObject = ["join_authorised_via_users_server": .string(bob)]

    static let creating: [Case] = [
        Case("create first", true, create(["creator": .string(alice)]), empty),
        Case("create with another creator", false, create(["creator": .string(bob)]), empty),
        Case("create without creator in 10", false, create([:]), empty),
        Case("create without creator in 11", true, create([:]), AuthorizationState(version: .v11)),
        Case("create without state key", false, create(["creator": .string(alice)], key: nil), empty),
        Case("second create", false, create(["creator": .string(alice)]), room()),
        Case("anything before create", false, message(alice), empty),
        Case("creator's first join", true, member(alice, .join, by: alice), fresh),
        Case("another's first join", false, member(bob, .join, by: bob), fresh),
    ]

    static let joining: [Case] = [
        Case("join uninvited", false, member(carol, .join, by: carol), room()),
        Case("join invited", true, member(carol, .join, by: carol), room([alice: .join, carol: .invite])),
        Case("join again", true, member(bob, .join, by: bob), room()),
        Case("join public", true, member(carol, .join, by: carol), room(joinRule: "public")),
        Case("join without a rule", false, member(carol, .join, by: carol), room(joinRule: nil)),
        Case("join for somebody else", false, member(carol, .join, by: alice), room([alice: .join, carol: .invite])),
        Case("join banned", false, member(carol, .join, by: carol), room([carol: .ban], joinRule: "public")),
        Case("join restricted, vouched", true, member(carol, .join, by: carol, vouched), room(joinRule: "restricted")),
        Case("join restricted, not vouched", false, member(carol, .join, by: carol), room(joinRule: "restricted")),
        Case(
            "join restricted, voucher gone", false, member(carol, .join, by: carol, vouched),
            room([alice: .join, bob: .leave], joinRule: "restricted")),
        Case(
            "join restricted, voucher may not invite", false, member(carol, .join, by: carol, vouched),
            room(joinRule: "restricted", levels: ["users": [alice: 100], "invite": 10])),
        Case(
            "join restricted after invite", true, member(carol, .join, by: carol),
            room([carol: .invite], joinRule: "restricted")),
        Case(
            "join restricted in version 7", false, member(carol, .join, by: carol, vouched),
            room(joinRule: "restricted", version: .v7)),
        Case(
            "join knock_restricted, vouched", true, member(carol, .join, by: carol, vouched),
            room(joinRule: "knock_restricted")),
        Case(
            "join knock_restricted in 9", false, member(carol, .join, by: carol, vouched),
            room(joinRule: "knock_restricted", version: .v9)),
        Case("knock", true, member(carol, .knock, by: carol), room(joinRule: "knock")),
        Case("knock where nobody may", false, member(carol, .knock, by: carol), room(joinRule: "public")),
        Case("knock for somebody else", false, member(carol, .knock, by: alice), room(joinRule: "knock")),
        Case("knock when banned", false, member(carol, .knock, by: carol), room([carol: .ban], joinRule: "knock")),
        Case("knock when joined", false, member(bob, .knock, by: bob), room(joinRule: "knock")),
        Case("knock in knock_restricted", true, member(carol, .knock, by: carol), room(joinRule: "knock_restricted")),
    ]

    static let inviting: [Case] = [
        Case("invite", true, member(carol, .invite, by: alice), room()),
        Case("invite at level 0", true, member("@dan:x", .invite, by: carol), room([carol: .join])),
        Case(
            "invite below the level", false, member(carol, .invite, by: bob),
            room(levels: ["users": [alice: 100, bob: 50], "invite": 51])),
        Case("invite from outside", false, member("@dan:x", .invite, by: carol), room()),
        Case("invite a member", false, member(bob, .invite, by: alice), room()),
        Case("invite a banned user", false, member(carol, .invite, by: alice), room([alice: .join, carol: .ban])),
        Case("invite somebody who left", true, member(carol, .invite, by: alice), room([alice: .join, carol: .leave])),
        Case("third-party invite", false, member(carol, .invite, by: alice, ["third_party_invite": [:]]), room()),
        Case("third-party invite event, with level", true, message(bob, EventType.thirdPartyInvite, key: "t"), room()),
        Case(
            "third-party invite event, without", false, message(bob, EventType.thirdPartyInvite, key: "t"),
            room(levels: ["users": [bob: 50], "invite": 60])),
    ]

    static let leaving: [Case] = [
        Case("leave", true, member(bob, .leave, by: bob), room()),
        Case("reject an invite", true, member(carol, .leave, by: carol), room([carol: .invite])),
        Case("take a knock back", true, member(carol, .leave, by: carol), room([carol: .knock])),
        Case("leave when not inside", false, member(carol, .leave, by: carol), room()),
        Case("leave twice", false, member(carol, .leave, by: carol), room([carol: .leave])),
        Case("leave when banned", false, member(carol, .leave, by: carol), room([carol: .ban])),
        Case("kick", true, member(carol, .leave, by: bob), room([alice: .join, bob: .join, carol: .join])),
        Case("kick below the level", false, member(bob, .leave, by: carol), room([bob: .join, carol: .join])),
        Case(
            "kick an equal", false, member("@b2:x", .leave, by: bob),
            room([bob: .join, "@b2:x": .join], levels: ["users": [bob: 50, "@b2:x": 50]])),
        Case("kick a superior", false, member(alice, .leave, by: bob), room()),
        Case("kick from outside", false, member(bob, .leave, by: alice), room([alice: .leave, bob: .join])),
        Case("ban", true, member(carol, .ban, by: bob), room()),
        Case("ban below the level", false, member(bob, .ban, by: carol), room([carol: .join])),
        Case("ban an equal", false, member("@b2:x", .ban, by: bob), room(levels: ["users": [bob: 50, "@b2:x": 50]])),
        Case("ban from outside", false, member(carol, .ban, by: alice), room([:])),
        Case("unban", true, member(carol, .leave, by: bob), room([bob: .join, carol: .ban])),
        Case(
            "unban with kick but without ban level", false, member(carol, .leave, by: bob),
            room([bob: .join, carol: .ban], levels: ["users": [bob: 50], "ban": 60])),
        Case(
            "unknown membership", false,
            EventDraft(type: EventType.member, stateKey: bob, sender: bob, content: ["membership": "lurk"]), room()),
        Case(
            "no membership", false, EventDraft(type: EventType.member, stateKey: bob, sender: bob, content: [:]), room()
        ),
        Case(
            "member event without state key", false,
            EventDraft(type: EventType.member, sender: bob, content: ["membership": "join"]), room()),
        Case(
            "member event of no user", false,
            EventDraft(type: EventType.member, stateKey: "bob", sender: bob, content: ["membership": "join"]), room()),
    ]

    static let sending: [Case] = [
        Case("message", true, message(bob), room()),
        Case("message from outside", false, message(carol), room()),
        Case("message when only invited", false, message(carol), room([carol: .invite])),
        Case("message when left", false, message(carol), room([carol: .leave])),
        Case(
            "message below events_default", false, message(bob),
            room(levels: ["users": [bob: 50], "events_default": 51])),
        Case(
            "message at users_default", true, message(carol),
            room([carol: .join], levels: ["users_default": 7, "events_default": 7])),
        Case("state at state_default", true, message(bob, "m.room.topic", key: ""), room()),
        Case("state below state_default", false, message(carol, "m.room.topic", key: ""), room([carol: .join])),
        Case("state below its own level", false, message(bob, "m.room.name", key: ""), room()),
        Case("state with a low level", true, message(carol, "low", key: ""), room([carol: .join])),
        Case("own state key", true, message(bob, "x", key: bob), room()),
        Case("another's state key", false, message(alice, "x", key: bob), room()),
        Case("state key that only begins like one", false, message(alice, "x", key: "@"), room()),
        Case("without power levels the creator has 100", true, member(bob, .leave, by: alice), bare),
        Case("without power levels others have 0", false, member(alice, .leave, by: bob), bare),
        Case("without power levels state needs 0", true, message(bob, "m.room.topic", key: ""), bare),
    ]

    @Test("create events follow the authorisation rules", arguments: creating)
    func createRules(_ item: Case) { verify(item) }
    @Test("joins and knocks follow the authorisation rules", arguments: joining)
    func joinRules(_ item: Case) { verify(item) }
    @Test("invitations follow the authorisation rules", arguments: inviting)
    func inviteRules(_ item: Case) { verify(item) }
    @Test("leaving, kicking and banning follow the authorisation rules", arguments: leaving)
    func leaveRules(_ item: Case) { verify(item) }
    @Test("other events follow the authorisation rules", arguments: sending)
    func sendRules(_ item: Case) { verify(item) }

    private func verify(_ item: Case) {
        let verdict = Authorization.check(item.event, in: item.state)
        #expect((verdict == .allow) == item.allowed, "\(verdict)")
    }

    @Test("redacting another user's event needs the redact level, and redacting one's own needs none")
    func redacting() {
        let state = Self.room()
        #expect(Authorization.mayRedact(target: Self.carol, by: Self.carol, in: state) == .allow)
        #expect(Authorization.mayRedact(target: Self.carol, by: Self.bob, in: state) == .allow)
        #expect(Authorization.mayRedact(target: Self.bob, by: Self.carol, in: state) != .allow)
    }
}
