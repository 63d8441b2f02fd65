import Foundation

/// Sync responses to begin with: each part of a response once, in its ordinary form.
enum SDNSeeds {
    static let me = "@me:x"

    /// The sync response with which every run begins: one room with a few messages.
    static let first = Array(
        #"""
        {"next_batch":"1","rooms":{"join":{"!r:x":{"state":{"events":[
        {"type":"m.room.create","state_key":"","sender":"@a:x","event_id":"$c","origin_server_ts":1,"content":{"room_version":"10"}},
        {"type":"m.room.member","state_key":"@a:x","sender":"@a:x","event_id":"$ma","origin_server_ts":2,"content":{"membership":"join","displayname":"A"}}]},
        "timeline":{"limited":false,"prev_batch":"p","events":[
        {"type":"m.room.member","state_key":"@me:x","sender":"@me:x","event_id":"$mm","origin_server_ts":3,"content":{"membership":"join"}},
        {"type":"m.room.message","sender":"@a:x","event_id":"$1","origin_server_ts":4,"content":{"msgtype":"m.text","body":"one"}},
        {"type":"m.room.message","sender":"@me:x","event_id":"$2","origin_server_ts":5,"content":{"msgtype":"m.text","body":"two"}}]}}}}}
        """#.utf8)

    private static func joined(_ room: String) -> String {
        #"{"next_batch":"2","rooms":{"join":{"!r:x":{"# + room + "}}}}"
    }
    private static func timeline(_ events: String) -> String { joined(#""timeline":{"events":["# + events + "]}") }

    static let texts: [String] = [
        #"{"next_batch":"2"}"#,
        timeline(
            #"{"type":"m.room.message","sender":"@a:x","event_id":"$3","origin_server_ts":6,"content":{"body":"b"},"unsigned":{"transaction_id":"t"}}"#
        ),
        timeline(
            #"{"type":"m.room.redaction","sender":"@a:x","event_id":"$4","origin_server_ts":6,"redacts":"$1","content":{"reason":"r","redacts":"$1"}}"#
        ),
        timeline(
            #"{"type":"m.room.message","sender":"@a:x","event_id":"$5","origin_server_ts":6,"content":{"body":"* b","m.new_content":{"body":"b"},"m.relates_to":{"rel_type":"m.replace","event_id":"$1"}}}"#
        ),
        timeline(
            #"{"type":"m.reaction","sender":"@a:x","event_id":"$6","origin_server_ts":6,"content":{"m.relates_to":{"rel_type":"m.annotation","event_id":"$1","key":"k"}}}"#
        ),
        timeline(
            #"{"type":"m.room.message","sender":"@a:x","event_id":"$7","origin_server_ts":6,"content":{"body":"t","m.relates_to":{"rel_type":"m.thread","event_id":"$1","is_falling_back":true,"m.in_reply_to":{"event_id":"$2"}}}}"#
        ),
        timeline(
            #"{"type":"m.room.tombstone","state_key":"","sender":"@a:x","event_id":"$8","origin_server_ts":6,"content":{"replacement_room":"!n:x","body":""}}"#
        ),
        timeline(
            #"{"type":"m.room.power_levels","state_key":"","sender":"@a:x","event_id":"$9","origin_server_ts":6,"content":{"users":{"@a:x":100},"ban":"50"}}"#
        ),
        joined(
            #""timeline":{"limited":true,"prev_batch":"q","events":[]},"summary":{"m.heroes":["@a:x"],"m.joined_member_count":2,"m.invited_member_count":0}"#
        ),
        joined(
            #""ephemeral":{"events":[{"type":"m.receipt","content":{"$1":{"m.read":{"@a:x":{"ts":7,"thread_id":"main"}},"m.read.private":{"@me:x":{"ts":8}}}}},{"type":"m.typing","content":{"user_ids":["@a:x"]}}]}"#
        ),
        joined(
            #""account_data":{"events":[{"type":"m.tag","content":{"tags":{"m.favourite":{"order":0.5}}}},{"type":"m.fully_read","content":{"event_id":"$1"}}]}"#
        ),
        joined(
            #""unread_notifications":{"notification_count":3,"highlight_count":1},"unread_thread_notifications":{"$1":{"notification_count":1,"highlight_count":0}}"#
        ),
        #"{"next_batch":"2","rooms":{"invite":{"!i:x":{"invite_state":{"events":[{"type":"m.room.member","state_key":"@me:x","sender":"@a:x","content":{"membership":"invite","is_direct":true}}]}}}}}"#,
        #"{"next_batch":"2","rooms":{"leave":{"!r:x":{"timeline":{"events":[{"type":"m.room.member","state_key":"@me:x","sender":"@a:x","event_id":"$l","origin_server_ts":9,"content":{"membership":"leave"}}]}}}}}"#,
        #"{"next_batch":"2","presence":{"events":[{"type":"m.presence","sender":"@a:x","content":{"presence":"online","last_active_ago":5,"status_msg":"s"}}]}}"#,
        #"{"next_batch":"2","account_data":{"events":[{"type":"m.direct","content":{"@a:x":["!r:x"]}},{"type":"m.ignored_user_list","content":{"ignored_users":{"@a:x":{}}}}]}}"#,
        #"{"next_batch":"2","to_device":{"events":[{"type":"m.room_key","sender":"@a:x","content":{}}]},"device_lists":{"changed":["@a:x"]},"device_one_time_keys_count":{}}"#,
    ]

    static func write(to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (number, text) in texts.enumerated() {
            try Data(text.utf8).write(to: folder.appendingPathComponent("sync-\(number)"))
        }
    }
}
