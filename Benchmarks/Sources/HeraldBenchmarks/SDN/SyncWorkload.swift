/// Workload A: the answer to an initial sync, as a node sends it: each room with 50 timeline events and about 26 of state, compact, some
/// escapes and Chinese text. Always the same bytes for the same number of rooms.
struct SyncWorkload {
    static let timelineEvents = 50
    static let members = 18
    static let me = "@did:sdn:0a1b2c3d4e5f60718293a4b5c6d7e8f901234567:node.example"

    private var random: SeededBytes
    private var text: [UInt8] = []

    private init(seed: UInt64) { random = SeededBytes(seed: seed) }

    static func roomId(_ room: Int) -> String {
        "!room\(room)x\(UInt64(room) &* 0x9E37_79B9_7F4A_7C15 % 1_000_003):node.example"
    }

    /// - Parameters:
    ///   - rooms: the number of the user's rooms.
    ///   - timelineEvents: the number of messages in each room's timeline.
    static func initialSync(rooms: Int, timelineEvents: Int = timelineEvents) -> [UInt8] {
        var workload = SyncWorkload(seed: 0x5EED)
        workload.text.reserveCapacity(rooms * 26_000)
        workload.append(#"{"next_batch":"s0","rooms":{"join":{"#)
        for room in 0..<rooms {
            if room > 0 { workload.append(",") }
            workload.room(room, timelineEvents: timelineEvents)
        }
        workload.append(
            #"},"invite":{},"leave":{}},"presence":{"events":[]},"account_data":{"events":[{"type":"m.direct","content":{}}]},"to_device":{"events":[]}}"#
        )
        return workload.text
    }

    /// Workload B: one message in one room.
    static func incrementalSync(number: Int, rooms: Int) -> [UInt8] {
        var workload = SyncWorkload(seed: 0xB00 &+ UInt64(number))
        workload.append(
            #"{"next_batch":"s\#(number)","rooms":{"join":{"\#(roomId(number % rooms))":{"timeline":{"events":["#)
        workload.message(at: 1_800_000_000_000 + number)
        workload.append(
            #"],"limited":false,"prev_batch":"t\#(number)"},"unread_notifications":{"highlight_count":0,"notification_count":\#(number % 9)}}}}}"#
        )
        return workload.text
    }

    /// A page of history, newest first, as `/messages` answers it.
    static func page(number: Int, events: Int, isLast: Bool) -> [UInt8] {
        var workload = SyncWorkload(seed: 0xC00 &+ UInt64(number))
        workload.append(#"{"start":"p\#(number)","chunk":["#)
        for event in 0..<events {
            if event > 0 { workload.append(",") }
            workload.message(at: 1_600_000_000_000 - number * events - event)
        }
        workload.append(isLast ? "]}" : #"],"end":"p\#(number + 1)"}"#)
        return workload.text
    }

    private mutating func room(_ room: Int, timelineEvents: Int) {
        append(#""\#(Self.roomId(room))":{"timeline":{"events":["#)
        for event in 0..<timelineEvents {
            if event > 0 { append(",") }
            message(at: 1_700_000_000_000 + random.below(10_000_000) * 1000 + event)
        }
        append(#"],"limited":true,"prev_batch":"t34-\#(room)_0_0"},"state":{"events":["#)
        state("m.room.create", "", #"{"room_version":"11","creator":"\#(Self.me)"}"#)
        append(",")
        state(
            "m.room.power_levels", "",
            #"{"users":{"\#(Self.me)":100},"users_default":0,"events_default":0,"state_default":50,"ban":50,"kick":50,"redact":50,"invite":0}"#
        )
        append(",")
        state("m.room.join_rules", "", #"{"join_rule":"invite"}"#)
        append(",")
        state("m.room.history_visibility", "", #"{"history_visibility":"shared"}"#)
        append(",")
        state("m.room.guest_access", "", #"{"guest_access":"can_join"}"#)
        if room % 4 != 0 {
            append(",")
            state("m.room.name", "", #"{"name":"\#(random.words())"}"#)
        }
        append(",")
        state("m.room.topic", "", #"{"topic":"\#(random.words())"}"#)
        var heroes: [String] = []
        for member in 0..<Self.members {
            let user = member == 0 ? Self.me : random.user()
            if member > 0, heroes.count < 5, !heroes.contains(user) { heroes.append(user) }
            append(",")
            state(
                "m.room.member", user,
                #"{"avatar_url":"mxc://node.example/\#(random.identifier(24))","displayname":"\#(random.words(2))","membership":"join"}"#,
                sender: user)
        }
        append(#"]},"summary":{"m.joined_member_count":\#(Self.members),"m.invited_member_count":0"#)
        if room % 4 == 0 { append(#","m.heroes":["\#(heroes.joined(separator: "\",\""))"]"#) }
        append(
            #"},"account_data":{"events":[{"type":"m.fully_read","content":{"event_id":"$\#(random.identifier(43))"}}"#)
        if room % 10 == 0 {
            append(#",{"type":"m.tag","content":{"tags":{"m.favourite":{"order":0.\#(random.below(1000))}}}}"#)
        }
        append(
            #"]},"ephemeral":{"events":[]},"unread_notifications":{"highlight_count":0,"notification_count":\#(random.below(100))}}"#
        )
    }

    private mutating func message(at time: Int) {
        append(
            #"{"content":{"body":"\#(random.words())","msgtype":"m.text"},"event_id":"$\#(random.identifier(43))","origin_server_ts":\#(time)"#
        )
        append(
            #","sender":"\#(random.user())","type":"m.room.message","unsigned":{"age":\#(random.below(100_000_000))}}"#)
    }

    private mutating func state(_ type: String, _ key: String, _ content: String, sender: String = me) {
        append(
            #"{"content":\#(content),"event_id":"$\#(random.identifier(43))","origin_server_ts":\#(1_600_000_000_000 + random.below(1_000_000_000))"#
        )
        append(#","sender":"\#(sender)","state_key":"\#(key)","type":"\#(type)"}"#)
    }

    private mutating func append(_ part: String) { text.append(contentsOf: part.utf8) }
}
