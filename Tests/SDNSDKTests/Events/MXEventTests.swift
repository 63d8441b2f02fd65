import HeraldJSON
import SDNSDK
import Testing

struct MXEventTests {
    private static let text =
        #"{"type":"m.room.message" , "event_id":"$1","sender":"@a:b","origin_server_ts":12,"content":{"body":"caf\u00e9"},"unsigned":{"age":5,"transaction_id":"t"},"room_id":"!own:b"}"#

    @Test("the bytes of an event are stored as received")
    func bytes() throws {
        let event = try MXEvent(raw: Array(Self.text.utf8), roomId: "!r:b")
        #expect(event.rawBytes == Array(Self.text.utf8))
        #expect(event.eventId == "$1" && event.sender == "@a:b" && event.roomId == "!r:b" && event.originServerTs == 12)
        #expect(
            event.eventType == .roomMessage && event.content["body"] == "café"
                && event.contentDictionary["body"] as? String == "café")
        #expect(event.age == 5 && event.unsignedData.transactionId == "t" && event.sentState == .sent)
        #expect(!event.isState && event.stateKey == nil && event.prevContent == nil)
    }

    @Test("a malformed event is refused with the field's name")
    func refused() throws {
        for (text, path) in [("[]", ""), ("{}", "type"), (#"{"type":3}"#, "type")] {
            let error = #expect(throws: JSONError.self) { try MXEvent(raw: Array(text.utf8)) }
            #expect(error?.path == path)
        }
        let odd = try MXEvent(
            raw: Array(#"{"type":"x","origin_server_ts":-5,"sender":7,"content":[],"state_key":{}}"#.utf8))
        #expect(odd.originServerTs == 0 && odd.sender.isEmpty && odd.content.isEmpty && !odd.isState)
    }

    @Test("a description never contains the event's content")
    func description() throws {
        let event = try MXEvent(raw: Array(Self.text.utf8))
        #expect(!"\(event)".contains("caf") && "\(event)".contains("$1"))
    }

    @Test("redaction keeps the members that the room version keeps, and the reason")
    func prune() throws {
        let member = try MXEvent(json: [
            "type": "m.room.member", "event_id": "$m", "sender": "@a:b", "state_key": "@a:b", "origin_server_ts": 3,
            "content": ["membership": "join", "displayname": "A"],
            "unsigned": ["age": 7, "prev_content": ["displayname": "secret"]],
        ])
        let redaction = try MXEvent(json: [
            "type": "m.room.redaction", "event_id": "$r", "sender": "@b:b", "redacts": "$m", "content": [:],
        ])
        #expect(redaction.redacts == "$m")
        let pruned = try #require(member.prune(because: redaction))
        #expect(
            pruned.content == ["membership": "join"] && pruned.isRedacted && pruned.originServerTs == 3
                && pruned.stateKey == "@a:b")
        #expect(pruned.prevContent != nil && pruned.redactedBecause?["event_id"] == "$r")
        let newer = try MXEvent(json: ["type": "m.room.redaction", "content": ["redacts": "$m"]])
        #expect(newer.redacts == "$m")
    }

    @Test("an edit applies only to its own target, by the same sender")
    func edits() throws {
        func message(_ id: String, _ sender: String, _ content: JSONObject) throws -> MXEvent {
            try MXEvent(json: [
                "type": "m.room.message", "event_id": .string(id), "sender": .string(sender),
                "content": .object(content),
            ])
        }
        let original = try message(
            "$1", "@a:b", ["body": "old", "m.relates_to": ["m.in_reply_to": ["event_id": "$0"]]])
        let content: JSONObject = [
            "body": "* new", "m.new_content": ["body": "new"],
            "m.relates_to": ["rel_type": "m.replace", "event_id": "$1"],
        ]
        let edited = try #require(original.editedEvent(fromReplacementEvent: message("$2", "@a:b", content)))
        #expect(edited.content["body"] == "new" && edited.eventId == "$1" && edited.isReplyEvent)
        #expect(original.editedEvent(fromReplacementEvent: try message("$2", "@c:b", content)) == nil)
        #expect(
            try message("$9", "@a:b", ["body": "x"]).editedEvent(fromReplacementEvent: message("$2", "@a:b", content))
                == nil)
    }

    @Test("threads and replies are distinguished")
    func threads() throws {
        func event(_ relation: JSONValue) throws -> MXEvent {
            try MXEvent(json: ["type": "m.room.message", "content": ["m.relates_to": relation]])
        }
        let falling = try event([
            "rel_type": "m.thread", "event_id": "$root", "is_falling_back": true, "m.in_reply_to": ["event_id": "$l"],
        ])
        #expect(falling.threadId == "$root" && falling.isInThread && !falling.isReplyEvent)
        let inThread = try event(["rel_type": "m.thread", "event_id": "$root", "m.in_reply_to": ["event_id": "$l"]])
        #expect(inThread.isInThread && inThread.isReplyEvent)
        #expect(try event(["m.in_reply_to": ["event_id": "$l"]]).isReplyEvent)
    }
}
