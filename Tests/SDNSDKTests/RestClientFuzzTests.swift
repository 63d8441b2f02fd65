import Foundation
import HeraldJSON
import SDNSDK
import SDNWire
import TestSupport
import Testing

@Suite("Mutated answers")
struct RestClientFuzzTests {
    /// A call, and a good answer to it.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let answer: String
        let call: @Sendable (MXRestClient) async throws -> Void
        var testDescription: String { name }
    }

    static let event =
        #"{"type":"m.room.message","event_id":"$e","room_id":"!r","sender":"@u:d","origin_server_ts":1700000000000,"content":{"msgtype":"m.text","body":"hé"},"unsigned":{"age":5,"transaction_id":"t"}}"#
    static let member =
        #"{"type":"m.room.member","state_key":"@u:d","event_id":"$m","sender":"@u:d","content":{"membership":"join"}}"#
    static let room =
        ##"{"room_id":"!r","name":"R","num_joined_members":3,"world_readable":true,"guest_can_join":false,"aliases":["#a:d"],"canonical_alias":"#a:d","topic":"t","avatar_url":"mxc://d/a","room_type":"m.space","join_rule":"public"}"##

    static let cases: [Case] = [
        Case(name: "versions", answer: #"{"versions":["r0.6.1","v1.11"],"unstable_features":{"a":true}}"#) {
            _ = try await $0.supportedSDNVersions()
        },
        Case(
            name: "well-known",
            answer: #"{"m.homeserver":{"base_url":"https://d"},"m.identity_server":{"base_url":"https://i"}}"#
        ) { _ = try await $0.wellKnow() },
        Case(
            name: "capabilities",
            answer:
                #"{"capabilities":{"m.change_password":{"enabled":false},"m.room_versions":{"default":"10","available":{"10":"stable"}}}}"#
        ) { _ = try await $0.capabilities() },
        Case(
            name: "login flows",
            answer: #"{"flows":[{"type":"m.login.password","stages":["a"]}],"session":"s","params":{},"completed":[]}"#
        ) { _ = try await $0.getLoginSession() },
        Case(
            name: "login",
            answer:
                #"{"access_token":"t","user_id":"@u:d","device_id":"D","refresh_token":"r","expires_in_ms":1,"well_known":{"m.homeserver":{"base_url":"x"}}}"#
        ) {
            _ = try await $0.login(username: "u", password: "p")
        },
        Case(name: "did list", answer: #"{"data":["did:sdn:aa","did:sdn:bb"]}"#) {
            _ = try await $0.getDIDList("0x00")
        },
        Case(name: "pre login", answer: #"{"did":"did:sdn:aa","message":"m\n","updated":"u","random_server":"r"}"#) {
            _ = try await $0.postPreLoginDID("d", address: nil)
        },
        Case(
            name: "did login",
            answer: #"{"access_token":"t","user_id":"@u:d","device_id":"D","guide_state":1,"home_server":"h"}"#
        ) { _ = try await $0.postLoginDID(nil, withParameter: [:]) },
        Case(name: "sign", answer: #"{"signature":"0x00"}"#) { _ = try await $0.appServiceSign("m") },
        Case(name: "whoami", answer: #"{"user_id":"@u:d","device_id":"D","is_guest":false}"#) {
            _ = try await $0.whoami()
        },
        Case(
            name: "public rooms",
            answer:
                "{\"chunk\":[\(room),\(room)],\"next_batch\":\"n\",\"prev_batch\":\"p\",\"total_room_count_estimate\":2}"
        ) { _ = try await $0.publicRooms(onServer: nil, limit: 3) },
        Case(name: "create room", answer: #"{"room_id":"!r"}"#) { _ = try await $0.createRoom(name: "n") },
        Case(name: "send", answer: #"{"event_id":"$e"}"#) { client in
            try await client.allowingPlainText(inRoom: "!r") {
                _ = try await client.sendTextMessage(toRoom: "!r", text: "t")
            }
        },
        Case(name: "encryption", answer: #"{"algorithm":"m.megolm.v1.aes-sha2"}"#) {
            _ = try await $0.isEncryptedOnNode("!r")
        },
        Case(
            name: "state content",
            answer: #"{"name":"n","join_rule":"restricted","allow":[{"type":"m.room_membership","room_id":"!s"}]}"#
        ) {
            let rule = try await $0.joinRule(ofRoomWithId: "!r")
            _ = rule.allowedParentIds
        },
        Case(
            name: "messages",
            answer: "{\"start\":\"s\",\"end\":\"e\",\"chunk\":[\(event),\(member)],\"state\":[\(member)]}"
        ) {
            for event in try await $0.messages(forRoom: "!r", from: nil, direction: .backwards).chunk { read(event) }
        },
        Case(name: "members", answer: "{\"chunk\":[\(member)]}") {
            for event in try await $0.members(ofRoom: "!r") { read(event) }
        },
        Case(name: "state", answer: "[\(member),\(event)]") {
            for event in try await $0.state(ofRoom: "!r") { read(event) }
        },
        Case(name: "event", answer: event) { read(try await $0.event(withEventId: "$e", inRoom: "!r")) },
        Case(
            name: "context",
            answer:
                "{\"event\":\(event),\"start\":\"s\",\"end\":\"e\",\"events_before\":[\(event)],\"events_after\":[\(event)],\"state\":[\(member)]}"
        ) {
            let context = try await $0.context(ofEvent: "$e", inRoom: "!r")
            for event in context.eventsBefore + context.eventsAfter + context.state + [context.event] { read(event) }
        },
        Case(name: "profile", answer: #"{"displayname":"d","avatar_url":"mxc://d/a","wallet_address":"0x"}"#) {
            _ = try await $0.profile(forUser: "@u:d")
        },
        Case(name: "avatar", answer: #"{"avatar_url":"mxc://d/a"}"#) { _ = try await $0.avatarUrl(forUser: "@u:d") },
        Case(
            name: "filter",
            answer:
                #"{"room":{"timeline":{"limit":10,"types":["a"]},"state":{"lazy_load_members":true},"rooms":["!r"],"include_leave":true}}"#
        ) {
            let filter = try await $0.getFilter(withFilterId: "1")
            _ = (
                filter.timeline.limit, filter.timeline.types, filter.state.lazyLoadMembers, filter.rooms,
                filter.includeLeave
            )
        },
        Case(
            name: "pushers",
            answer:
                #"{"pushers":[{"pushkey":"k","kind":"http","app_id":"a","app_display_name":"A","device_display_name":"D","profile_tag":"","lang":"en","data":{"url":"u"},"enabled":true}]}"#
        ) { _ = try await $0.pushers() },
        Case(
            name: "sync",
            answer:
                "{\"next_batch\":\"n\",\"rooms\":{\"join\":{\"!r\":{\"state\":{\"events\":[\(member)]},\"timeline\":{\"events\":[\(event)],\"limited\":true,\"prev_batch\":\"p\"},\"ephemeral\":{\"events\":[]},\"account_data\":{\"events\":[]},\"unread_notifications\":{\"notification_count\":1,\"highlight_count\":0},\"summary\":{\"m.heroes\":[\"@u:d\"],\"m.joined_member_count\":2,\"m.invited_member_count\":0}}},\"invite\":{\"!i\":{\"invite_state\":{\"events\":[\(member)]}}},\"leave\":{}},\"account_data\":{\"events\":[]},\"presence\":{\"events\":[]},\"to_device\":{\"events\":[]}}"
        ) { client in
            let sync = try await client.sync(fromToken: nil, serverTimeout: 0, clientTimeout: 1, setPresence: nil)
            for room in sync.rooms.joined.values {
                for event in room.state + room.timeline + room.ephemeral + room.accountData { read(event) }
                _ = (
                    room.isLimited, room.prevBatch, room.notificationCount, room.highlightCount, room.heroes,
                    room.joinedMemberCount, room.invitedMemberCount
                )
            }
            for event in sync.rooms.invited.values.joined() { read(event) }
            for event in sync.accountData + sync.presence + sync.toDevice { read(event) }
        },
    ]

    static func read(_ event: MXEvent) {
        _ = (
            event.content, event.unsigned, event.prevContent, event.age, event.eventType, event.isUserProfileChange,
            event.description, event.originServerTs
        )
    }

    @Test("a correct answer is read", arguments: cases)
    func good(_ test: Case) async throws {
        try await test.call(MXRestClient.scripted(ScriptedTransport([.answer(200, test.answer)])))
    }

    @Test("a mutated answer is read or refused with a typed error, and never traps", arguments: cases)
    func mutated(_ test: Case) async throws {
        var random = Mutator(seed: UInt64(test.name.utf8.reduce(5381) { ($0 &* 33) ^ Int($1) } & 0x7FFF_FFFF))
        let tree = try JSONValue(parsing: test.answer)
        var refused = 0
        for round in 0..<600 {
            let body = round % 2 == 0 ? random.mutate(Array(test.answer.utf8)) : random.mutate(tree).serialized()
            let status = round % 10 == 9 ? [400, 401, 403, 404, 500, 302][round / 10 % 6] : 200
            // Some calls ask a second time.
            let client = MXRestClient.scripted(ScriptedTransport([.bytes(status, body), .bytes(status, body)]))
            do {
                try await test.call(client)
            } catch let error as SDNSDKError {
                refused += 1
                #expect([.malformedResponse, .httpStatus].contains(error.code), "\(error)")
            } catch let error as MXError {
                refused += 1
                #expect(error == .notFound || status != 200, "\(error)")
            } catch {
                Issue.record("\(type(of: error)) is no error of the SDK: \(error)")
            }
        }
        #expect(refused > 50)
    }
}

/// Makes bodies that are nearly right, the same ones for the same seed.
private struct Mutator {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    private mutating func next(_ bound: Int) -> Int { Int(generator.next() % UInt64(max(bound, 1))) }

    mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        let tokens: [[UInt8]] = [
            "{", "}", "[", "]", "\"", ",", ":", "\\u0000", "\\ud800", "1e999", "-", "null", "99999999999999999999",
        ].map { Array($0.utf8) }
        for _ in 0...next(3) where !bytes.isEmpty {
            let place = next(bytes.count)
            switch next(5) {
            case 0: bytes[place] = UInt8(next(256))
            case 1: bytes.removeSubrange(place..<min(bytes.count, place + 1 + next(8)))
            case 2: bytes.insert(contentsOf: tokens[next(tokens.count)], at: place)
            case 3: bytes = Array(bytes.prefix(place))
            default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + next(64))], at: next(bytes.count))
            }
        }
        return bytes
    }

    /// Changes one value of a tree, wherever it is.
    mutating func mutate(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(var object) where !object.isEmpty && next(5) > 0:
            let key = object.keys[next(object.count)]
            if next(6) == 0 { object[key] = nil } else { object[key] = mutate(object[key] ?? .null) }
            return .object(object)
        case .array(var array) where !array.isEmpty && next(5) > 0:
            let index = next(array.count)
            if next(6) == 0 { array.remove(at: index) } else { array[index] = mutate(array[index]) }
            return .array(array)
        default:
            let others: [JSONValue] = [
                nil, true, 0, -1, .int(.max), .int(.min), 1.5, "", "x", .string(String(repeating: "y", count: 1000)),
                [], [:], [nil], ["a": nil],
                "\u{0}", "!", "mxc://",
            ]
            return others[next(others.count)]
        }
    }
}
