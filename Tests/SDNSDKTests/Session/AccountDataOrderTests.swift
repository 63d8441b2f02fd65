import HeraldJSON
import SDNSDK
import Testing

@Suite("Account data that several devices change", .timeLimit(.minutes(10)))
struct AccountDataOrderTests {
    private static func event(_ value: Int64) -> JSONValue {
        ["events": [["type": "m.note", "content": ["value": .int(value)]]]]
    }

    /// Changes a piece to 1, and to 2 while `meanwhile` is a sync that comes before the node's answer to that.
    private func change(inRoom: Bool, meanwhile value: Int64) async throws -> (kept: JSONObject?, stored: JSONObject?) {
        let answer = OneShot<Void>()
        let quiet = try await QuietSession()
        quiet.node.on("/account_data/") { _, count in
            if count > 1 { try await answer.value() }
            return (200, [:])
        }
        let (session, room) = (quiet.session, try quiet.room)
        let set: @Sendable (Int64) async throws -> Void = { value in
            let content: JSONObject = ["value": .int(value)]
            if inRoom {
                try await room.setAccountData(content, forType: "m.note")
            } else {
                try await session.setAccountData(content, forType: "m.note")
            }
        }
        try await set(1)
        let setting = Task { try await set(2) }
        try await quiet.node.received(2, "/account_data/")
        if inRoom {
            try await quiet.take(room: ["account_data": Self.event(value)])
        } else {
            try await quiet.take(["account_data": Self.event(value)])
        }
        answer.fulfil(.success(()))
        try await setting.value
        let roomId = inRoom ? room.roomId : nil
        let stored = try await session.store.read {
            try $0.accountData(inRoom: roomId).first { $0.type == "m.note" }?.content
        }
        let kept =
            try await inRoom
            ? room.accountData(ofType: "m.note")?.content : session.accountData(ofType: "m.note")?.content
        await session.close()
        return (kept, stored)
    }

    @Test(
        "a state event that another device replaced stays replaced, if sync brings it before the node's answer",
        arguments: [false, true])
    func overtaken(inRoom: Bool) async throws {
        let (kept, stored) = try await change(inRoom: inRoom, meanwhile: 3)
        #expect(kept == ["value": 3] && stored == ["value": 3])
    }

    @Test("an echo of this device's earlier change does not replace a newer change", arguments: [false, true])
    func ownEcho(inRoom: Bool) async throws {
        let (kept, stored) = try await change(inRoom: inRoom, meanwhile: 1)
        #expect(kept == ["value": 2] && stored == ["value": 2])
    }
}
