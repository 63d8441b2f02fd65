import GRDB
import HeraldJSON

/// The part of a sync answer for the device itself: its messages and the state of its encryption (SDN sheet 7.3).
struct SyncDevices {
    let hasNews: Bool
    /// The position up to which the device has its messages after this answer; `nil` if it has all.
    let position: Int64?
    private let messages: [ToDeviceStore.Message]
    private let lists: DeviceLists
    private let counts: JSONObject
    private let fallbacks: [String]

    static func read(_ plan: SyncPlan, newest: Int64, in db: Database) throws -> SyncDevices {
        let batch = try ToDeviceStore.waiting(plan.caller, after: plan.toDevice ?? plan.since ?? 0, in: db)
        let messages = batch.messages
        let lists = try plan.since.map {
            try DeviceLists.read(for: plan.caller.userID, after: $0, upTo: newest, in: db)
        }
        return SyncDevices(
            hasNews: !messages.isEmpty || lists.map { !$0.changed.isEmpty || !$0.left.isEmpty } ?? false,
            position: batch.hasMore ? messages.last?.ord : nil, messages: messages,
            lists: lists ?? DeviceLists(changed: [], left: []),
            counts: try KeyStore.counts(of: plan.caller, in: db),
            fallbacks: try KeyStore.unusedFallbackAlgorithms(of: plan.caller, plan.keyLimits, in: db))
    }

    func add(to top: inout JSONObjectWriter) {
        var events = Array(#"{"events":["#.utf8)
        for (index, message) in messages.enumerated() {
            if index > 0 { events.append(UInt8(ascii: ",")) }
            events.append(contentsOf: message.json)
        }
        top.add("to_device", events + Array("]}".utf8))
        top.add("device_lists", JSONValue.object(lists.json).serialized())
        top.add("device_one_time_keys_count", JSONValue.object(counts).serialized())
        top.add("device_unused_fallback_key_types", JSONValue.array(fallbacks.map(JSONValue.string)).serialized())
    }
}
