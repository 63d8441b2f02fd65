import HeraldJSON
import HeraldKeys
import Testing
@testable import SDNNode

/// A node's request for a proof, and the proofs.
struct Demand {
    let answer: TestNode.Answer

    var session: String { answer.body.text("session") ?? "" }
    var message: String { answer.body.text("params", "m.login.did.identity", "message") ?? "" }
    var stages: [[String]] { answer.body.list("flows").map { $0.list("stages").compactMap(\.stringValue) } }

    init(_ answer: TestNode.Answer) throws {
        try #require(answer.status == 401, "\(answer)")
        self.answer = answer
    }

    /// `auth` with a wallet's signature.
    func proof(_ wallet: TestWallet, message: String? = nil) throws -> JSONValue {
        [
            "type": "m.login.did.identity", "session": .string(session),
            "identifier": [
                "address": .string(wallet.text), "token": .string(try wallet.sign(message ?? self.message).text()),
            ],
        ]
    }
}

extension RoomUser {
    func delete(_ devices: [String], auth: JSONValue? = nil) async throws -> TestNode.Answer {
        var body: JSONObject = ["devices": .array(devices.map(JSONValue.string))]
        body["auth"] = auth
        return try await call("POST", ["delete_devices"], .object(body))
    }

    func deviceIDs() async throws -> [String] {
        try await ok("GET", ["devices"]).list("devices").compactMap { $0.text("device_id") }
    }
}
