import HeraldJSON
import HeraldKeys
import SDNWire
import TestSupport
@testable import SDNNode

/// A correct request for each endpoint, from which mutations are made.
struct SampleRequests {
    var token = ""
    var otherToken = ""
    var roomID = "!unknown:localhost"
    var eventID = "$unknown"
    var filterID = "1"
    var since = ""
    let wallet: TestWallet
    let other: TestWallet
    var challenge: TestChallenge?

    func pathValue(_ name: String, _ random: inout SeededGenerator) -> String {
        switch name {
        case "roomId", "roomIdOrAlias": roomID
        case "roomAlias": "#fuzz\(Int.random(in: 0..<50, using: &random)):localhost"
        case "userId": wallet.userID
        case "eventId": eventID
        case "txnId": String(Int.random(in: 0..<1_000_000, using: &random))
        case "eventType":
            ["m.room.message", "m.room.name", "m.room.topic", "m.reaction", "org.example.x"].randomElement(
                using: &random) ?? ""
        case "type": "org.example.data"
        case "stateKey": ["", "", "key", "@x:y"].randomElement(using: &random) ?? ""
        case "filterId": filterID
        case "did": wallet.did
        case "serverName": "localhost"
        case "address": wallet.text
        case "receiptType": ["m.read", "m.read.private", "m.fully_read"].randomElement(using: &random) ?? ""
        case "tag": ["m.favourite", "u.work"].randomElement(using: &random) ?? ""
        case "field": ["displayname", "avatar_url"].randomElement(using: &random) ?? ""
        default: "value"
        }
    }

    /// Items that some endpoint knows. Time-outs stay at 0: a test must not wait for a long poll.
    func query(_ random: inout SeededGenerator) -> [(String, String)] {
        let all: [(String, String)] = [
            ("timeout", "0"), ("since", since), ("from", since), ("to", since), ("dir", "b"), ("dir", "f"),
            ("limit", "5"), ("filter", #"{"types":["m.*"]}"#),
            ("filter", #"{"room":{"timeline":{"limit":1},"state":{"lazy_load_members":true}}}"#),
            ("full_state", "true"), ("membership", "join"),
            ("not_membership", "leave"), ("at", since), ("username", "fuzz"), ("server", "localhost"),
            ("set_presence", "offline"), ("format", "event"),
            ("width", "32"), ("height", "32"), ("method", "crop"), ("ts", "1"), ("url", "http://localhost/"),
            ("filename", "a.png"), ("version", "1"),
        ]
        return all.filter { _ in Int.random(in: 0..<5, using: &random) == 0 }
    }

    func body(of route: Route, _ random: inout SeededGenerator) throws -> JSONValue? {
        guard route.method == .post || route.method == .put else { return nil }
        let path = route.template.segments.map { segment in
            switch segment {
            case .literal(let text): text
            case .parameter(let name): "{\(name)}"
            }
        }.joined(separator: "/")
        switch path {
        case "did/pre_login1": return ["address": .string(wallet.text), "did": ""]
        case "did/login": return try challenge.map { try TestNode.loginBody(other, $0, deviceID: "FUZZ") } ?? [:]
        case "login":
            return Bool.random(using: &random)
                ? [
                    "type": "m.login.password", "identifier": ["type": "m.id.user", "user": "fuzz"], "password": "fuzz",
                    "device_id": "FUZZ",
                ]
                : try challenge.map { try TestNode.loginBody(other, $0, deviceID: "FUZZ") } ?? [:]
        case "register":
            let name = "u\(Int.random(in: 0..<1_000_000, using: &random))"
            return [
                "username": .string(name), "password": "secret", "auth": ["type": "m.login.dummy", "session": "s"],
                "inhibit_login": false,
            ]
        case "refresh": return ["refresh_token": "sdnr_0000"]
        case "did/create": return ["address": .string("did:pkh:eip155:1:" + wallet.text)]
        case "did/{did}", "did/{did}/update":
            return [
                "operation": .string(
                    ["link", "unlink", "link_key", "unlink_key", "create"].randomElement(using: &random) ?? ""),
                "address": .string(other.text), "ids": [.string(wallet.did + "#controller-1")],
                "updated": "2023-11-14T22:13:20.123Z",
                "signature": .string("0x" + String(repeating: "1", count: 128) + "1b"),
            ]
        case "rooms/{roomId}/upgrade":
            return ["new_version": .string(["10", "11", "9", "12"].randomElement(using: &random) ?? "")]
        case "get_random": return ["address": .string(wallet.text), "medium": "did"]
        case "appservice/sign": return ["message": "Login with this account\n"]
        case "createRoom":
            return [
                "preset": "public_chat", "name": "Fuzz", "topic": "t", "visibility": "public", "room_version": "10",
                "invite": [.string(other.userID)],
                "is_direct": true, "creation_content": ["m.federate": true],
                "initial_state": [["type": "m.room.topic", "state_key": "", "content": ["topic": "x"]]],
                "power_level_content_override": ["users_default": 0, "events": ["m.room.name": 50]],
            ]
        case "rooms/{roomId}/state/{eventType}/{stateKey}":
            return ["name": "n", "topic": "t", "users_default": 0, "membership": "join", "join_rule": "public"]
        case "user/{userId}/filter":
            return [
                "room": [
                    "timeline": ["limit": 5, "types": ["m.*"], "not_senders": []], "state": ["lazy_load_members": true],
                    "include_leave": true,
                ],
                "presence": ["types": []], "event_fields": ["content.body"], "event_format": "client",
            ]
        case "publicRooms": return ["limit": 5, "filter": ["generic_search_term": "x"], "since": "1"]
        case "rooms/{roomId}/typing/{userId}": return ["typing": true, "timeout": 5]
        case "rooms/{roomId}/receipt/{receiptType}/{eventId}":
            return Bool.random(using: &random) ? [:] : ["thread_id": "main"]
        case "rooms/{roomId}/read_markers":
            return ["m.fully_read": .string(eventID), "m.read": .string(eventID), "m.read.private": .string(eventID)]
        case "devices/{deviceId}":
            return [
                "display_name": "Phone",
                "auth": ["type": "m.login.did.identity", "session": "s", "identifier": ["token": "0x00"]],
            ]
        case "delete_devices":
            return [
                "devices": ["A", "B"],
                "auth": ["type": "m.login.password", "session": "s", "user": "fuzz", "password": "fuzz"],
            ]
        case "account/password":
            return ["new_password": "x", "logout_devices": false, "auth": ["type": "m.login.dummy"]]
        case "account/deactivate": return ["erase": true, "auth": ["type": "m.login.did.identity", "session": "s"]]
        case "sendToDevice/{eventType}/{txnId}":
            return ["messages": .object(JSONObject([other.userID: ["*": ["n": 1], "OTHER": ["n": 2]]]))]
        case "keys/upload":
            return [
                "device_keys": [
                    "user_id": .string(wallet.userID), "device_id": "MAIN", "keys": ["ed25519:MAIN": "k"],
                    "algorithms": ["a"], "signatures": [:],
                ],
                "one_time_keys": .object(JSONObject(["c:\(Int.random(in: 0..<900, using: &random))": ["key": "x"]])),
                "fallback_keys": ["c:f": ["key": "y"]],
            ]
        case "keys/query":
            return ["device_keys": .object(JSONObject([wallet.userID: ["MAIN"], other.userID: []])), "timeout": 5]
        case "keys/claim": return ["one_time_keys": .object(JSONObject([wallet.userID: ["MAIN": "c"]]))]
        case "keys/signatures/upload":
            return .object(
                JSONObject([
                    wallet.userID: ["MAIN": ["signatures": .object(JSONObject([wallet.userID: ["ed25519:K": "sig"]]))]]
                ]))
        case "keys/device_signing/upload":
            let key = String(repeating: "A", count: 43)
            return [
                "master_key": [
                    "user_id": .string(wallet.userID), "usage": ["master"],
                    "keys": .object(JSONObject(["ed25519:" + key: .string(key)])),
                ]
            ]
        case "room_keys/version", "room_keys/version/{version}":
            return ["algorithm": "m.megolm_backup.v1", "auth_data": ["public_key": "x"]]
        case "room_keys/keys": return ["rooms": ["!r": ["sessions": ["s": RoomUser.key()]]]]
        case "room_keys/keys/{roomId}": return ["sessions": ["s": RoomUser.key(index: 1, verified: true)]]
        case "room_keys/keys/{roomId}/{sessionId}": return RoomUser.key(forwarded: 1)
        case "org.matrix.msc3814.v1/dehydrated_device":
            return [
                "device_id": "ASLEEP", "device_data": ["algorithm": "a"],
                "device_keys": [
                    "user_id": .string(wallet.userID), "device_id": "ASLEEP", "keys": ["ed25519:ASLEEP": "k"],
                    "algorithms": ["a"], "signatures": [:],
                ],
            ]
        case "presence/{userId}/status": return ["presence": "unavailable", "status_msg": "lunch"]
        case "user/{userId}/rooms/{roomId}/tags/{tag}":
            return ["order": Bool.random(using: &random) ? 0.5 : "0.25", "more": 1]
        case "profile/{userId}/signature": return ["signature": "gm"]
        case "profile/{userId}/{field}": return ["displayname": "Bo", "avatar_url": "mxc://a/b"]
        case "pushers/set":
            return [
                "pushkey": .string("key\(Int.random(in: 0..<20, using: &random))"),
                "kind": Bool.random(using: &random) ? "http" : .null,
                "app_id": "org.example.fuzz", "app_display_name": "Fuzz", "device_display_name": "Phone",
                "profile_tag": "", "lang": "en",
                "data": ["url": "https://push.example/_matrix/push/v1/notify"], "append": true,
                "org.matrix.msc3881.enabled": true,
            ]
        case "search":
            return [
                "search_categories": [
                    "room_events": [
                        "search_term": "hi \"fuzz\"", "order_by": "recent", "filter": ["limit": 3],
                        "event_context": ["before_limit": 1, "include_profile": true],
                        "include_state": true, "groupings": ["group_by": [["key": "room_id"]]],
                    ]
                ]
            ]
        case "user_directory/search": return ["search_term": "sdn", "limit": 3]
        case "contact/{userId}": return ["contact_id": .string(other.userID), "is_room": 0, "tags": ["a"]]
        case "account/3pid/did": return ["users": [.string(other.userID)]]
        case "account/guide": return ["step": 3]
        case "directory/room/{roomAlias}": return ["room_id": .string(roomID)]
        default:
            return [
                "user_id": .string(other.userID), "reason": "because", "msgtype": "m.text", "body": "hello",
                "visibility": "public",
                "m.relates_to": ["rel_type": "m.replace", "event_id": .string(eventID)],
                "m.new_content": ["msgtype": "m.text", "body": "hallo"],
            ]
        }
    }
}
