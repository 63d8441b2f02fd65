import HeraldJSON
import SDNSDK

extension TwinScene {
    /// Steps for knocking, pushers and reports.
    func ask() async {
        await step("who knocks is seen, and let in") {
            var parameters = MXRoomCreationParameters(name: "Closed")
            parameters.preset = .privateChat
            parameters.roomVersion = "10"
            let closed = try await ann.createRoom(parameters: parameters)
            await names.know(closed.roomId, as: "!closed")
            let early = try await refusal { _ = try await bob.sdnRestClient.knockRoom(closed.roomId) }
            try await closed.setJoinRule(.knock)
            let knocked = try await bob.knock(onRoom: closed.roomId, reason: "it is me")
            let shown = knocked.summary.displayName
            let asked = try await ann.eventually("the knock") { () -> JSONObject? in
                let member = try await closed.state().stateEvents.first {
                    $0.type == "m.room.member" && $0.stateKey == bob.myUserId
                }
                return member?.content["membership"] == "knock" ? member?.content : nil
            }
            try await closed.invite(.userId(bob.myUserId))
            _ = try await bob.joinRoom(closed.roomId)
            return [
                "early": early, "shown": .string(shown), "asked": .object(asked),
                "knocking": .int(Int64(bob.knockedRooms.count)),
            ]
        }
        await step("a pusher is kept, changed, taken over and taken away") {
            let (his, hers) = (bob.sdnRestClient, ann.sdnRestClient)
            try await push(his, "en")
            let first = try await his.pushers()
            try await push(his, "de")
            let second = try await his.pushers().map(\.lang)
            try await push(hers, "fr", append: true)
            let beside = try await his.pushers().count
            try await push(hers, "fr")
            let taken = try await his.pushers().count
            try await push(hers, "fr", kind: .none)
            return [
                "first": .array(
                    first.map {
                        .string("\($0.appId) \($0.pushkey) \($0.lang) \($0.appDisplayName) \($0.deviceDisplayName)")
                    }),
                "url": first.first?.data["url"] ?? .null, "second": .array(second.map(JSONValue.string)),
                "beside": .int(Int64(beside)),
                "taken": .int(Int64(taken)), "gone": .bool(try await hers.pushers().isEmpty),
            ]
        }
        await step("a report is taken of what is there") {
            let eventId = try await room.sendTextMessage("something rude")
            let (client, roomId) = (bob.sdnRestClient, room.roomId)
            return [
                "there": try await refusal {
                    try await client.reportEvent(eventId, inRoom: roomId, score: -50, reason: "rude")
                },
                "nowhere": try await refusal {
                    try await client.reportEvent("$nothing", inRoom: roomId, score: -50, reason: "rude")
                },
            ]
        }
    }

    private func push(_ client: MXRestClient, _ language: String, kind: MXPusherKind = .http, append: Bool = false)
        async throws
    {
        try await client.setPusher(
            pushKey: "key", kind: kind, appId: "org.example.twin", appDisplayName: "Twin",
            deviceDisplayName: "a telephone", profileTag: "",
            lang: language, data: ["url": "https://gateway.invalid/_matrix/push/v1/notify"], append: append)
    }
}
