import HeraldJSON
import SDNSDK

extension TwinScene {
    /// Steps for mentions, push rules, presence, and messages during an absence.
    func notice() async {
        await step("a mention is a highlight, until it is read") {
            try await bobsRoom.markAllAsRead()
            try await counts("the room is read") { $0.notificationCount == 0 && $0.highlightCount == 0 }
            try await room.sendTextMessage("nobody in particular")
            try await counts("a notification") { $0.notificationCount == 1 }
            let plain = bobsRoom.summary.highlightCount
            let mention: JSONObject = [
                "msgtype": "m.text", "body": "over here", "m.mentions": ["user_ids": [.string(bob.myUserId)]],
            ]
            try await room.sendMessage(withContent: mention)
            try await counts("the highlight") { $0.highlightCount > 0 }
            let seen = bobsRoom.summary
            try await bobsRoom.markAllAsRead()
            try await counts("the highlight's end") { $0.notificationCount == 0 && $0.highlightCount == 0 }
            return [
                "plain": .int(Int64(plain)), "highlights": .int(Int64(seen.highlightCount)),
                "notifications": .int(Int64(seen.notificationCount)),
            ]
        }
        await step("a rule that is off counts nothing, and counts again when it is on") {
            let client = bob.sdnRestClient, rules = [".m.rule.message", ".m.rule.room_one_to_one"]
            for rule in rules { try await client.setPushRuleEnabled(ruleId: rule, kind: .underride, enabled: false) }
            let isOff = try await client.pushRules().global.underride.filter { rules.contains($0.ruleId) }.allSatisfy {
                !$0.enabled
            }
            try await room.sendTextMessage("while the rule is off")
            _ = try await event("while the rule is off", bob, bobsRoom)
            let off = bobsRoom.summary.notificationCount
            for rule in rules { try await client.setPushRuleEnabled(ruleId: rule, kind: .underride, enabled: true) }
            try await room.sendTextMessage("while the rule is on")
            try await counts("the rule that is on") { $0.notificationCount > 0 }
            let on = bobsRoom.summary.notificationCount
            try await bobsRoom.markAllAsRead()
            try await counts("the room is read") { $0.notificationCount == 0 }
            return ["off": .bool(isOff), "counted": .int(Int64(off)), "then": .int(Int64(on))]
        }
        await step("who is there, and what they say of it, reaches the other") {
            try await bob.myUser?.setPresence(.unavailable, statusMessage: "lunch")
            let away = try await ann.eventually("the absence") { () -> String? in
                guard let user = ann.user(withUserId: bob.myUserId), user.presence == .unavailable,
                    user.statusMsg == "lunch"
                else { return nil }
                return user.statusMsg
            }
            let asked = try await ann.sdnRestClient.presence(forUser: bob.myUserId)
            try await bob.myUser?.setPresence(.online, statusMessage: "back")
            try await ann.eventually("the return") {
                ann.user(withUserId: bob.myUserId)?.presence == .online ? true : nil
            }
            return [
                "away": .string(away), "asked": .string(asked.presence.identifier),
                "said": .string(asked.statusMessage ?? ""),
                "nobody": try await refusal { _ = try await ann.sdnRestClient.presence(forUser: "@nobody" + server) },
            ]
        }
        await step("what was said during an absence is paged back to without a hole") {
            await bob.pause()
            for number in 1...40 { try await room.sendTextMessage("meanwhile \(number)") }
            try await bob.resume()
            _ = try await event("meanwhile 40", bob, bobsRoom)
            let whole = try await said(in: RoomHistory.walk(bobsRoom, pageSize: 7))
            let kept = try await said(in: RoomHistory.walk(bobsRoom, pageSize: 7, onlyFromStore: true))
            return [
                "order": .bool(whole == (1...40).map { "meanwhile \($0)" }), "count": .int(Int64(whole.count)),
                "kept": .bool(kept == whole),
            ]
        }
    }

    /// Returns when Bob's counts of the room meet a condition.
    private func counts(_ what: String, _ are: @escaping @Sendable (MXRoomSummary) -> Bool) async throws {
        try await bob.eventually(what) { are(bobsRoom.summary) ? true : nil }
    }

    /// Returns the messages from the absence, oldest first.
    private func said(in events: [MXEvent]) -> [String] {
        events.reversed().compactMap { $0.content["body"]?.stringValue }.filter { $0.hasPrefix("meanwhile ") }
    }
}
