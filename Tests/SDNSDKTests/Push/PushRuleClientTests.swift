import Foundation
import HeraldJSON
import SDNNode
import SDNSDK
import TestSupport
import Testing

@Suite("Push rules through the REST client", .timeLimit(.minutes(10)))
struct PushRuleClientTests {
    @Test("rules are read, added, enabled, changed and removed, with and without closures")
    func rules() async throws {
        try await withNode { node in
            let client = try await node.loggedIn()
            let first = try await client.pushRules()
            #expect(
                first.global.override.first?.ruleId == ".m.rule.master" && first.global.override.first?.enabled == false
            )
            #expect(first.global.underride.map(\.ruleId).contains(".m.rule.message"))
            #expect(first.global.content.first?.isDefault == true)
            #expect(first.global.override[2].conditions.map(\.kindType) == [.eventMatch, .eventMatch, .eventMatch])

            try await client.addPushRule(
                ruleId: "cake", kind: .content, actions: [.notify, .sound("ping"), .highlight], pattern: "ca*e")
            try await client.addPushRule(
                ruleId: "small", kind: .override, actions: [],
                conditions: [MXPushRuleCondition(["kind": "room_member_count", "is": "<3"])])
            try await client.addPushRule(
                ruleId: "first", kind: .override, actions: [.notify], conditions: [], before: "small")
            try await client.addPushRule(ruleId: "!room:x", kind: .room, actions: [])
            try await client.setPushRuleEnabled(ruleId: "small", kind: .override, enabled: false)
            try await client.updateActions(forPushRule: ".m.rule.message", kind: .underride, actions: [])
            let second = try await client.pushRules().global
            let cake = try #require(second.content.first)
            #expect(cake.ruleId == "cake" && cake.pattern == "ca*e" && cake.sound == "ping")
            #expect(cake.highlights && cake.notifies && !cake.isDefault)
            #expect(cake.actions.map(\.actionType) == [.notify, .setTweak, .setTweak])
            #expect(cake.actions.last?.parameters == ["set_tweak": "highlight"])
            #expect(second.override.prefix(3).map(\.ruleId) == [".m.rule.master", "first", "small"])
            #expect(second.override[2].enabled == false)
            #expect(second.override[2].conditions.first?.parameters == ["is": "<3"])
            #expect(second.room.first?.ruleId == "!room:x" && second.room.first?.notifies == false)
            #expect(second.rules(.underride).first { $0.ruleId == ".m.rule.message" }?.notifies == false)
            try await client.removePushRule(ruleId: "cake", kind: .content)
            #expect(
                await failure { try await client.removePushRule(ruleId: "cake", kind: .content) } as? MXError
                    == .notFound)
            #expect(
                await failure { try await client.addPushRule(ruleId: ".x", kind: .room, actions: []) } as? MXError
                    == .unknown)
        }
    }

    @Test("the closure forms take Foundation's JSON objects, as in the iOS SDK")
    func closures() async throws {
        try await withNode { node in
            let client = try await node.loggedIn()
            client.completionQueue = DispatchQueue(label: "test.completion")
            func wait(_ body: (@escaping @Sendable (MXResponse<Void>) -> Void) -> Void) async throws {
                try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                    body { continuation.resume(with: $0) }
                }
            }
            try await wait { done in
                client.addPushRule(
                    ruleId: "n", scope: .global, kind: .underride,
                    actions: ["notify", ["set_tweak": "sound", "value": "x"]], pattern: nil,
                    conditions: [["kind": "event_property_is", "key": "content.n", "value": 5]], completion: done)
            }
            try await wait { done in
                client.setPushRuleEnabled(
                    ruleId: "n", scope: .global, kind: .underride, enabled: false, completion: done)
            }
            try await wait { done in
                client.updateActions(
                    forPushRule: "n", scope: .global, kind: .underride, actions: ["notify"],
                    success: { done(.success(())) }, failure: { done(.failure($0)) })
            }
            let rules = try await withCheckedThrowingContinuation { continuation in
                client.pushRules { continuation.resume(with: $0) }
            }
            let rule = try #require(rules.global.underride.first)
            #expect(rule.ruleId == "n" && !rule.enabled && rule.sound == nil && rule.notifies)
            #expect(rule.conditions.first?.json == ["kind": "event_property_is", "key": "content.n", "value": 5])
            try await wait { done in
                client.removePushRule(ruleId: "n", scope: .global, kind: .underride, completion: done)
            }
        }
    }

    @Test("a pusher that is switched off has enabled false")
    func disabledPusher() async throws {
        try await withNode { node in
            let client = try await node.loggedIn()
            for enabled in [false, true] {
                try await client.setPusher(
                    pushKey: "k", kind: .http, appId: "a", appDisplayName: "A", deviceDisplayName: "D", profileTag: "",
                    lang: "en",
                    data: ["url": "http://127.0.0.1:9/_api/push/v1/notify"], enabled: enabled)
                #expect(try await client.pushers().map(\.enabled) == [enabled])
            }
        }
    }
}
