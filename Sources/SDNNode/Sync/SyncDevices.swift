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

    /// - Parameter rooms: the user's rooms with news; `nil` if they are to be read.
    static func read(
        _ plan: SyncPlan, _ facts: SyncFacts, rooms: [SyncRows.Place]?, in snapshot: SyncSnapshot
    ) throws -> SyncDevices {
        let db = snapshot.db
        let batch =
            facts.hasMessages
            ? try ToDeviceStore.waiting(plan.caller, after: plan.toDevice ?? plan.since ?? 0, in: db)
            : ToDeviceStore.Batch()
        let messages = batch.messages
        let lists = try plan.since.map { try self.lists(plan, facts, after: $0, rooms, in: snapshot) }
        return SyncDevices(
            hasNews: !messages.isEmpty || lists.map { !$0.isEmpty } ?? false,
            position: batch.hasMore ? messages.last?.ord : nil, messages: messages,
            lists: lists ?? .empty,
            counts: facts.hasKeys ? try KeyStore.counts(of: plan.caller, in: db) : [:],
            fallbacks: facts.hasFallbackKeys
                ? try KeyStore.unusedFallbackAlgorithms(of: plan.caller, plan.keyLimits, in: db) : [])
    }

    private static func lists(
        _ plan: SyncPlan, _ facts: SyncFacts, after lower: Int64, _ rooms: [SyncRows.Place]?, in snapshot: SyncSnapshot
    ) throws -> DeviceLists {
        let upper = try snapshot.position(), user = plan.caller.userID
        guard lower < upper else { return .empty }
        var keyChanges = try snapshot.keyChanges(after: lower, upTo: upper)
        if facts.hasPrivateKeyChanges {
            keyChanges += try DeviceListRows.privateKeyChanges(of: user, after: lower, upTo: upper, in: snapshot.db)
        }
        // Without a state event, nobody has moved in a room.
        let changed = try
            (rooms?.compactMap { $0.changed(after: lower) }
            ?? DeviceListRows.changedRooms(of: user, after: lower, in: snapshot.db)).filter { place in
                try place.ord > lower || snapshot.hasStateEvents(.init(room: place.room, lower: lower, upper: upper))
            }
        return try DeviceLists.read(
            for: user, after: lower, upTo: upper, keyChanges: keyChanges, rooms: changed, in: snapshot.db)
    }

    func add(to top: inout JSONObjectWriter) {
        var events = Array(#"{"events":["#.utf8)
        for (index, message) in messages.enumerated() {
            if index > 0 { events.append(UInt8(ascii: ",")) }
            events.append(contentsOf: message.json)
        }
        top.add("to_device", events + Array("]}".utf8))
        if lists.isEmpty {
            top.add("device_lists", #"{"changed":[],"left":[]}"#)
        } else {
            top.add("device_lists", JSONValue.object(lists.json).serialized())
        }
        top.add("device_one_time_keys_count", counts.isEmpty ? Array("{}".utf8) : JSONValue.object(counts).serialized())
        top.add("device_unused_fallback_key_types", JSONText.array(fallbacks.map(JSONText.quoted)))
    }
}
