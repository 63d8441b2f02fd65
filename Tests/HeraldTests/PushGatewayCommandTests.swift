import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import HeraldJSON
import HeraldKeys
import TestSupport
import Testing

@Suite("herald push-gateway", .serialized)
struct PushGatewayCommandTests {
    @Test("attack 62: strangers' text is escaped before it reaches a terminal, even in JSON")
    func terminal() async throws {
        let gateway = try await RunningGateway.start()
        let text = "a\u{9B}2Jb\u{202E}c"
        let body: JSONValue = [
            "notification": [
                "event_id": "$1", "content": ["body": .string(text)], "devices": [["app_id": "a", "pushkey": "k"]],
                "counts": ["unread": 1],
            ]
        ]
        var request = URLRequest(url: try #require(URL(string: gateway.url + "/_matrix/push/v1/notify")))
        request.httpMethod = "POST"
        request.httpBody = Data(body.serialized())
        _ = try await URLSession.lasting.data(for: request)
        let line = await gateway.nextLine()
        #expect(
            !line.unicodeScalars.contains("\u{9B}") && !line.unicodeScalars.contains("\u{202E}"),
            "\(line.debugDescription)")
        #expect(try JSONValue(parsing: Array(line.utf8))["content"]?["body"]?.stringValue == text)
        #expect(await gateway.end() == 0)
    }

    @Test("a message, a mention and a receipt reach the gateway, and a rejected push key deletes its pusher")
    func notifications() async throws {
        let node = try await RunningNode.start(["--in-memory", "--push-allow", "127.0.0.1"]),
            gateway = try await RunningGateway.start(["--reject", "old"])
        let ann = try await node.login(Secp256k1PrivateKey()), bob = try await node.login(Secp256k1PrivateKey())
        let room = try #require(
            try await node.call(
                "POST", "/_api/client/r0/createRoom", token: ann.token, body: ["preset": "public_chat", "name": "Cake"]
            ).json["room_id"]?.stringValue)
        let path = "/_api/client/r0/rooms/" + room.replacingOccurrences(of: "!", with: "%21")
        _ = try await node.call("POST", path + "/join", token: bob.token, body: [:])
        for key in ["phone", "old"] {
            let answer = try await node.call(
                "POST", "/_api/client/r0/pushers/set", token: bob.token,
                body: [
                    "pushkey": .string(key), "kind": "http", "app_id": "org.app.dev", "app_display_name": "App",
                    "device_display_name": "Phone",
                    "lang": "en", "data": ["url": .string(gateway.url + "/_api/push/v1/notify")],
                ])
            #expect(answer.status == 200)
        }
        let message: JSONValue = ["msgtype": "m.text", "body": "hello"]
        let sent = try await node.call("PUT", path + "/send/m.room.message/1", token: ann.token, body: message)
        let event = try #require(sent.json["event_id"])
        let told = [try await gateway.next(), try await gateway.next()]
        #expect(Set(told.compactMap { $0["devices"]?.arrayValue?.first?["pushkey"]?.stringValue }) == ["phone", "old"])
        for notification in told {
            #expect(notification["event_id"] == event)
            #expect(notification["room_id"]?.stringValue == room)
            #expect(notification["room_name"] == "Cake")
            #expect(notification["content"] == message)
            #expect(notification["counts"] == ["unread": 1])
            #expect(notification["prio"] == "high")
        }
        let mention: JSONValue = ["msgtype": "m.text", "body": "you", "m.mentions": ["user_ids": [.string(bob.user)]]]
        let last = try await node.call("PUT", path + "/send/m.room.message/2", token: ann.token, body: mention)
        let second = try await gateway.next()
        let device = try #require(second["devices"]?.arrayValue?.first)
        #expect(device["pushkey"] == "phone")
        #expect(device["tweaks"] == ["sound": "default", "highlight": true])
        var keys: [String] = []
        repeat {
            let pushers = try await node.call("GET", "/_api/client/r0/pushers", token: bob.token).json["pushers"]?
                .arrayValue
            keys = pushers?.compactMap { $0["pushkey"]?.stringValue } ?? []
        } while keys.count > 1
        #expect(keys == ["phone"])
        let read = try #require(last.json["event_id"]?.stringValue)
        _ = try await node.call(
            "POST", path + "/receipt/m.read/" + read.replacingOccurrences(of: "$", with: "%24"), token: bob.token,
            body: [:])
        let badge = try await gateway.next()
        #expect(badge["counts"] == ["unread": 0])
        #expect(badge["event_id"] == nil)
        #expect(await gateway.end() == 0)
        #expect(await node.end(SIGTERM) == 0)
    }
}
