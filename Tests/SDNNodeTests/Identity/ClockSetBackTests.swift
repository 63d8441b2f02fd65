import GRDB
import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Deadlines when the clock is set back")
struct ClockSetBackTests {
    private static let back = Duration.seconds(-3_600)

    @Test("attack 20: a login challenge expires in time, however far the clock is set back")
    func challenge() async throws {
        let node = try TestNode(), wallet = try TestWallet(221)
        let late = try await node.challenge(wallet)
        node.clock.set(by: Self.back)
        let good = try await node.challenge(wallet)
        node.clock.advance(by: .milliseconds(299_999))
        #expect(try await node.logIn(TestNode.loginBody(wallet, good)).status == 200)
        node.clock.advance(by: .milliseconds(1))
        #expect(try await node.logIn(TestNode.loginBody(wallet, late)).error?.contains("expired") == true)
    }

    @Test("attack 20: an interactive authentication expires in time, however far the clock is set back")
    func confirmation() async throws {
        let node = try TestNode(), wallet = try TestWallet(1)
        let ann = try await RoomUser(node, 1, deviceID: "PHONE")
        let demand = try Demand(await ann.delete(["OTHER"]))
        node.clock.set(by: Self.back)
        node.clock.advance(by: .seconds(300))
        #expect(try Demand(await ann.delete(["OTHER"], auth: demand.proof(wallet))).session != demand.session)
    }

    @Test("attack 20: a token from more than a minute in the future has expired")
    func token() async throws {
        let node = try TestNode { $0.accessTokenLifetime = .seconds(300) }, wallet = try TestWallet(222)
        var body = try TestNode.loginBody(wallet, await node.challenge(wallet)).objectValue ?? [:]
        body["refresh_token"] = true
        let tokens = try await node.logIn(.object(body)).body
        let token = try #require(tokens.text("access_token")), renewal = try #require(tokens.text("refresh_token"))
        func whoami(_ token: String) async throws -> TestNode.Answer {
            try await node.send("GET", "/_api/client/r0/account/whoami", token: token)
        }
        node.clock.set(by: .seconds(-60))
        #expect(try await whoami(token).status == 200)
        node.clock.set(by: .milliseconds(-1))
        let refused = try await whoami(token)
        #expect(refused.status == 401)
        #expect(refused.body["soft_logout"] == true)
        let renewed = try await node.send("POST", "/_matrix/client/v3/refresh", ["refresh_token": .string(renewal)])
        #expect(try await whoami(#require(renewed.body.text("access_token"))).status == 200)
    }

    @Test("attack 20: an OpenID token from the future has expired")
    func openID() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1)
        let token = try #require(
            try await ann.ok("POST", ["user", ann.userID, "openid", "request_token"], [:]).text("access_token"))
        let path = "/_matrix/federation/v1/openid/userinfo?access_token=" + token
        #expect(try await node.send("GET", path).status == 200)
        node.clock.set(by: Self.back)
        #expect(try await node.send("GET", path).errcode == "M_UNKNOWN_TOKEN")
    }

    @Test("attack 20: typing ends in time, however far the clock is set back")
    func typing() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1)
        let room = try await ann.createRoom()
        try await ann.ok("PUT", ["rooms", room, "typing", ann.userID], ["typing": true, "timeout": 10_000])
        node.clock.set(by: Self.back)
        node.clock.advance(by: .seconds(10))
        #expect(
            try await ann.sync().at("rooms", "join", room).list("ephemeral", "events").allSatisfy {
                $0.type != "m.typing" || $0.at("content", "user_ids") == []
            })
    }

    @Test("attack 76: a pusher never waits for longer than the longest pause after a failure")
    func push() async throws {
        let scene = try await PushScene()
        try await scene.ann.send("hello", to: scene.room)
        await scene.dispatcher.idle()
        let services = scene.ann.node.assembly.services, now = scene.ann.node.clock.read(), user = scene.bob.userID
        for (ahead, waits) in [
            (PushDelivery.longestPause, true), (PushDelivery.longestPause + .milliseconds(1), false),
        ] {
            let work = try await services.database.write { db -> PushStep.Work? in
                try db.execute(sql: "UPDATE pusher SET retry_at = ?", arguments: [(now + ahead).milliseconds])
                let row = try Row.fetchOne(
                    db, sql: "SELECT app_id, pushkey FROM pusher WHERE user_id = ?", arguments: [user])
                guard let row else { return nil }
                return try PushStep.next(
                    PusherID(user: user, appID: row[0], pushkey: row[1]), PusherMemory(), ignored: services.ignored,
                    now: now, in: db)?.work
            }
            let isWaiting = if case .wait = try #require(work) { true } else { false }
            #expect(isWaiting == waits)
        }
    }
}
