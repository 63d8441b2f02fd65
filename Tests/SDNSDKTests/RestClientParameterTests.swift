import Foundation
import HeraldJSON
import SDNNode
import SDNSDK
import TestSupport
import Testing

@Suite("Calls with all of their parameters", .timeLimit(.minutes(10)))
struct RestClientParameterTests {
    @Test("a client has the settings that it was created with, and changing them changes only this client")
    func settings() async throws {
        let transport = ScriptedTransport([
            .answer(200, #"{"user_id":"@me:x"}"#), .answer(200, #"{"user_id":"@me:x"}"#),
            .answer(200, #"{"user_id":"@me:x"}"#),
        ])
        let client = MXRestClient.scripted(transport)
        #expect(client.node == "http://node.example" && client.antivirusServer == "http://node.example")
        #expect(client.acceptableContentTypes == ["application/json"])
        _ = try await client.whoami()
        #expect(transport.last?.headers["Accept"] == "application/json")
        client.acceptableContentTypes = ["text/json", "application/json"]
        _ = try await client.whoami()
        #expect(transport.last?.headers["Accept"] == "application/json, text/json")
        client.acceptableContentTypes = []
        _ = try await client.whoami()
        #expect(transport.last?.headers["Accept"] == nil)
        client.acceptableContentTypes = ["a\r\nb"]
        #expect((await failure { try await client.whoami() } as? SDNSDKError)?.field == "acceptableContentTypes")
        client.antivirusServer = "https://scan.example"
        #expect(
            client.antivirusServer == "https://scan.example"
                && MXRestClient.scripted(transport).antivirusServer == "http://node.example")
    }

    @Test("a client with every handler calls the one for a token that has ended")
    func handlers() async throws {
        try await withNode { node in
            let wallet = LocalWalletSigner.random(), visitor = node.client()
            let credentials = try await visitor.loginWithDID(
                signer: wallet, appSigner: LocalWalletSigner.random(), deviceId: "D", deviceDisplayName: "Phone")
            #expect(credentials.deviceId == "D")
            let told: MXError = await withCheckedContinuation { continuation in
                let client = MXRestClient(
                    credentials: credentials, unrecognizedCertificateHandler: { _ in false },
                    persistentTokenDataHandler: { _ in },
                    unauthenticatedHandler: { error, _, _, done in
                        done()
                        continuation.resume(returning: error)
                    })
                client.completionQueue = visitor.completionQueue
                Task {
                    #expect(try await client.device(withId: "D").displayName == "Phone")
                    try await client.logout()
                    _ = await failure { try await client.whoami() }
                }
            }
            #expect(told == .unknownToken)
        }
    }

    @Test("accounts, random texts and meeting servers")
    func accounts() async throws {
        var configuration = NodeConfiguration.withPasswords
        configuration.meetingServerURL = "https://meet.example"
        try await withNode(configuration) { node in
            let guest = node.client()
            #expect(try await guest.getRegisterSession().flows.isEmpty == false)
            let made = try await guest.register(loginType: .password, username: "ann", password: "secret")
            #expect(try await guest.login(type: .password, username: "ann", password: "secret").userId == made.userId)
            let client = MXRestClient(credentials: made)
            #expect(try await client.getMeetingSvr() == "https://meet.example")
            #expect(
                try await guest.getSDMLoginRandomAddress("0x" + String(repeating: "ab", count: 20))["random"]?.isEmpty
                    == false)
            let session = try await client.authSessionForRequest(
                withMethod: "POST", path: "/_api/client/r0/account/deactivate", parameters: ["erase": true])
            let proof: JSONObject = [
                "type": "m.login.password", "session": .string(session.session ?? ""), "password": "secret",
                "identifier": ["type": "m.id.user", "user": .string(made.userId ?? "")],
            ]
            try await client.deactivateAccount(withAuthParameters: proof, eraseAccount: true)
            #expect(await failure { try await client.whoami() } as? MXError == .unknownToken)
        }
    }

    @Test("push rules and pushers")
    func push() async throws {
        try await withNode { node in
            let client = try await node.loggedIn()
            let conditions = [MXPushRuleCondition(["kind": "room_member_count", "is": "<3"])]
            try await client.addPushRule(
                ruleId: "r", scope: .global, kind: .override, actions: [.notify], pattern: nil, conditions: conditions)
            try await client.setPushRuleEnabled(ruleId: "r", scope: .global, kind: .override, enabled: false)
            try await client.updateActions(forPushRule: "r", scope: .global, kind: .override, actions: [])
            let rule = try #require(try await client.pushRules().global.override.first { $0.ruleId == "r" })
            #expect(!rule.enabled && !rule.notifies && rule.conditions.count == 1)
            try await client.removePushRule(ruleId: "r", scope: .global, kind: .override)
            #expect(try await client.pushRules().global.override.contains { $0.ruleId == "r" } == false)
            for key in ["one", "two"] {
                try await client.setPusher(
                    pushKey: key, kind: .http, appId: "a", appDisplayName: "A", deviceDisplayName: "D", profileTag: "",
                    lang: "en",
                    data: ["url": "http://127.0.0.1:9/_api/push/v1/notify"], append: true, enabled: key == "one")
            }
            #expect(try await client.pushers().map(\.enabled) == [true, false])
        }
    }

    @Test("messages and rooms")
    func rooms() async throws {
        try await withNode { node in
            let ann = try await node.loggedIn(), bob = try await node.loggedIn()
            let room = try await ann.createRoom(name: "R", visibility: .public, roomAlias: "all", topic: "t").roomId
            #expect(
                try await bob.publicRooms(
                    onServer: nil, limit: 5, since: nil, filter: "R", thirdPartyInstanceId: nil,
                    includeAllNetworks: true
                ).chunk.map(\.topic) == ["t"])
            try await ann.setRoomJoinRule(.restricted, forRoomWithId: room, allowedParentIds: ["!p:x"])
            #expect(try await ann.joinRule(ofRoomWithId: room).joinRule == .restricted)
            let root = try await ann.sendTextMessage(toRoom: room, text: "root")
            let sent = try await ann.sendEvent(
                toRoom: room, threadId: root, eventType: .roomMessage, content: ["msgtype": "m.text", "body": "one"],
                txnId: "t")
            let next = try await ann.sendMessage(
                toRoom: room, threadId: root, messageType: .notice, content: ["body": "two"])
            var filter = MXRoomEventFilter()
            filter.types = ["m.room.message"]
            let context = try await ann.context(ofEvent: sent, inRoom: room, limit: 4, filter: filter)
            #expect(context.eventsBefore.map(\.eventId) == [root] && context.eventsAfter.map(\.eventId) == [next])
            let page = try await ann.relations(
                forEvent: root, inRoom: room, relationType: "m.thread", eventType: "m.room.message", from: nil,
                direction: .forwards, limit: 1)
            let rest = try await ann.relations(
                forEvent: root, inRoom: room, relationType: "m.thread", eventType: "m.room.message",
                from: page.nextBatch, direction: .forwards, limit: 1)
            #expect(page.chunk.map(\.eventId) == [sent] && rest.chunk.map(\.eventId) == [next])
            #expect(try await ann.threadsInRoomWithId(room, include: .all, from: nil).chunk.map(\.eventId) == [root])
            let found = try await ann.search(withParameters: ["search_term": "two"], nextBatch: nil)
            #expect(found.results.map(\.result.eventId) == [next])
            try await ann.redactEvent(
                root, inRoom: room, reason: "r", txnId: "r", withRelations: ["m.thread"], withRelationsIsStable: true)
            for id in [root, sent, next] { #expect(try await ann.event(withEventId: id, inRoom: room).isRedacted) }
            let filterId = try await ann.setFilter(.syncFilter(withMessageLimit: 1))
            let sync = try await ann.sync(
                fromToken: nil, serverTimeout: 0, clientTimeout: 20_000, setPresence: "offline", filterId: filterId)
            #expect(sync.rooms.joined[room]?.timeline.count == 1)
        }
    }

    @Test("a space's rooms are listed up to a depth and a number")
    func spaces() async throws {
        try await withNode { node in
            let ann = try await node.loggedIn()
            let space = try await ann.createRoom(
                parameters: ["preset": "public_chat", "creation_content": ["type": "m.space"]] as JSONObject
            ).roomId
            for suggested in [true, false] {
                let room = try await ann.createRoom(parameters: ["preset": "public_chat"] as JSONObject).roomId
                try await ann.sendStateEvent(
                    toRoom: space, eventType: .spaceChild,
                    content: ["via": ["localhost"], "suggested": .bool(suggested)], stateKey: room)
            }
            let all = try await ann.getSpaceChildrenForSpace(
                withId: space, suggestedOnly: false, limit: 9, maxDepth: 1, paginationToken: nil)
            let suggested = try await ann.getSpaceChildrenForSpace(
                withId: space, suggestedOnly: true, limit: 9, maxDepth: 1, paginationToken: nil)
            #expect(all.rooms.count == 3 && suggested.rooms.count == 2)
        }
    }
}
