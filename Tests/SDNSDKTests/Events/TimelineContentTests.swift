import HeraldJSON
import SDNSDK
import Testing

@Suite("The content of events as an app shows it")
struct TimelineContentTests {
    static let membershipRows: [(String, String, Bool, MXMembershipChange)] = [
        ("leave", "join", true, .joined), ("invite", "join", true, .invitationAccepted),
        ("join", "leave", true, .left), ("join", "leave", false, .kicked), ("join", "ban", false, .kickedAndBanned),
        ("leave", "ban", false, .banned), ("ban", "leave", false, .unbanned), ("leave", "invite", false, .invited),
        ("invite", "leave", true, .invitationRejected), ("invite", "leave", false, .invitationRevoked),
        ("leave", "knock", true, .knocked), ("knock", "invite", false, .knockAccepted),
        ("knock", "leave", true, .knockRetracted), ("knock", "leave", false, .knockDenied),
    ]

    private func event(
        _ type: String, _ content: JSONObject, stateKey: String? = nil, unsigned: JSONObject = [:],
        sender: String = "@ann:x"
    ) throws -> MXEvent {
        var json: JSONObject = [
            "type": .string(type), "event_id": "$e", "sender": .string(sender), "origin_server_ts": 5,
            "content": .object(content), "unsigned": .object(unsigned),
        ]
        json["state_key"] = stateKey.map(JSONValue.string)
        return try MXEvent(json: json, roomId: "!r:x")
    }

    private func message(_ kind: String, _ more: JSONObject = [:]) throws -> MXTimelineItemContent {
        var content: JSONObject = ["msgtype": .string(kind), "body": "text"]
        for (key, value) in more { content[key] = value }
        return try event("m.room.message", content).timelineContent
    }

    @Test("texts have safe HTML, and replies have no quotation")
    func texts() throws {
        guard
            case .text(let text) = try message(
                "m.text",
                [
                    "body": "> <@bo:x> old\n> more\n\nnew", "format": "org.matrix.custom.html",
                    "formatted_body": "<mx-reply>old</mx-reply><b onclick=x>new</b>",
                    "m.relates_to": ["m.in_reply_to": ["event_id": "$o"]], "m.mentions": ["user_ids": ["@bo:x"]],
                ])
        else {
            Issue.record("no text")
            return
        }
        #expect(text.body == "new" && text.html == "<b>new</b>" && text.mentions?.userIds == ["@bo:x"])
        guard case .notice(let notice) = try message("m.notice", ["body": "> <@bo:x> quoted"]) else {
            Issue.record("no notice")
            return
        }
        #expect(notice.body == "> <@bo:x> quoted" && notice.html == nil)
        guard case .emote = try message("m.emote") else {
            Issue.record("no emote")
            return
        }
    }

    @Test("files have their place, name, caption and measures")
    func files() throws {
        let info: JSONObject = [
            "mimetype": "image/png", "size": 10, "w": 3, "h": -1, "thumbnail_url": "mxc://x/t",
            "xyz.amorgan.blurhash": "L",
        ]
        guard
            case .image(let image) = try message(
                "m.image", ["url": "mxc://x/i", "filename": "a.png", "body": "see", "info": .object(info)])
        else {
            Issue.record("no picture")
            return
        }
        #expect(image.url == "mxc://x/i" && image.filename == "a.png" && image.caption == "see")
        #expect(image.width == 3 && image.height == nil && image.size == 10 && image.blurhash == "L")
        #expect(image.thumbnail == .remote("mxc://x/t") && image.mimeType == "image/png")
        guard case .video(let video) = try message("m.video", ["file": ["url": "mxc://x/v"]]) else {
            Issue.record("no video")
            return
        }
        #expect(video.source == .encrypted && video.caption == nil && video.filename == "text")
        guard case .file(let file) = try message("m.file") else {
            Issue.record("no file")
            return
        }
        #expect(file.source == .missing && file.url == nil)
        let outside: JSONObject = [
            "url": "https://tracker.example/x.png", "info": ["thumbnail_url": "https://tracker.example/t"],
        ]
        guard case .image(let lure) = try message("m.image", outside) else {
            Issue.record("no picture")
            return
        }
        #expect(lure.source == .missing && lure.thumbnail == nil && lure.url == nil)
        guard
            case .file(let waiting) = try MXEvent(
                json: [
                    "type": "m.room.message", "event_id": .string(kMXEventLocalEventIdPrefix + "1"), "sender": "@ann:x",
                    "content": ["msgtype": "m.file", "body": "a.txt"],
                ], roomId: "!r:x"
            ).timelineContent
        else {
            Issue.record("no file")
            return
        }
        #expect(waiting.source == .local)
        guard
            case .voice(let voice) = try message(
                "m.audio",
                [
                    "url": "mxc://x/a", "org.matrix.msc3245.voice": [:],
                    "org.matrix.msc1767.audio": ["duration": 1_500, "waveform": [0, 512, 9_999, -4]],
                ])
        else {
            Issue.record("no voice message")
            return
        }
        #expect(voice.duration == 1_500 && voice.waveform == [0, 0.5, 1, 0])
        guard case .audio = try message("m.audio"),
            case .sticker(let sticker) = try event("m.sticker", ["body": "s", "url": "mxc://x/s"]).timelineContent
        else {
            Issue.record("no audio file or no sticker")
            return
        }
        #expect(sticker.url == "mxc://x/s")
    }

    @Test("places, polls, calls, and what cannot be read have contents of their own")
    func others() throws {
        guard case .location(let place) = try message("m.location", ["geo_uri": "geo:1,2;u=3"]) else {
            Issue.record("no place")
            return
        }
        #expect(place.location.latitude == 1 && place.isOwn)
        #expect(try message("m.location") == .unknown(type: "m.location", body: "text"))
        #expect(try message("m.new") == .unknown(type: "m.new", body: "text"))
        let poll: JSONObject = [
            "org.matrix.msc3381.poll.start": [
                "question": ["body": "why"], "kind": "org.matrix.msc3381.poll.disclosed",
                "answers": [["id": "1", "org.matrix.msc1767.text": "because"]],
            ]
        ]
        guard case .poll(let question) = try event("org.matrix.msc3381.poll.start", poll).timelineContent else {
            Issue.record("no poll")
            return
        }
        #expect(question.question == "why" && question.answers == ["because"] && question.isDisclosed)
        let offer: JSONObject = ["call_id": "c", "offer": ["sdp": "v=0\nm=video 1"]]
        guard case .call(let call) = try event("m.call.invite", offer).timelineContent else {
            Issue.record("no call")
            return
        }
        #expect(call.kind == .invite && call.isVideo && call.callId == "c")
        let secret: JSONObject = ["algorithm": "m.megolm.v1.aes-sha2", "session_id": "s"]
        guard case .unableToDecrypt(let encrypted) = try event("m.room.encrypted", secret).timelineContent else {
            Issue.record("no encrypted event")
            return
        }
        #expect(encrypted.sessionId == "s")
        let because: JSONObject = ["redacted_because": ["sender": "@mod:x", "content": ["reason": "spam"]]]
        guard case .redacted(let redaction) = try event("m.room.message", [:], unsigned: because).timelineContent else {
            Issue.record("no redacted event")
            return
        }
        #expect(redaction.redactedBy == "@mod:x" && redaction.reason == "spam")
        #expect(try event("org.example", [:]).timelineContent == .unknown(type: "org.example", body: nil))
    }

    @Test("each content has a plain text, if there is one, and an event has a short text for a row")
    func plainTexts() throws {
        let file: JSONObject = ["url": "mxc://x/a", "body": "a.png"]
        #expect(try message("m.emote", ["body": "waves"]).body == "waves")
        #expect(try message("m.image", file).body == "a.png")
        #expect(try message("m.file", ["url": "mxc://x/a", "filename": "a.png", "body": "Look"]).body == "Look")
        #expect(try message("m.location", ["geo_uri": "geo:1,2"]).body == "text")
        #expect(try message("m.new").body == "text")
        #expect(try event("m.room.name", ["name": "New"], stateKey: "").timelineContent.body == nil)
        #expect(try event("m.room.message", ["msgtype": "m.image", "body": "a.png"]).shortText() == "Sent a picture")
        let waves = try event("m.room.message", ["msgtype": "m.emote", "body": "waves"])
        #expect(waves.shortText(from: "Ann") == "Ann waves" && waves.shortText() == "@ann:x waves")
        #expect(MXLatestEvent.remote(waves).content == waves.timelineContent)
        let gone = try event("m.room.message", [:], unsigned: ["redacted_because": ["sender": "@mod:x"]])
        #expect(gone.shortText() == "This message was removed")
    }

    @Test("a text of a thread that only old clients see as a reply keeps the lines that its sender quoted")
    func threadFallback() throws {
        let relation: JSONValue = [
            "rel_type": "m.thread", "event_id": "$r", "is_falling_back": true, "m.in_reply_to": ["event_id": "$o"],
        ]
        let content = try message("m.text", ["body": "> <@bo:x> quoted\n\nnew", "m.relates_to": relation])
        #expect(content.body == "> <@bo:x> quoted\n\nnew")
    }

    @Test(
        "changes of memberships are named as the specification names them",
        arguments: TimelineContentTests.membershipRows)
    func memberships(old: String, new: String, isOwn: Bool, expected: MXMembershipChange) throws {
        let event = try event(
            "m.room.member", ["membership": .string(new), "displayname": "Bo"], stateKey: "@bo:x",
            unsigned: ["prev_content": ["membership": .string(old)]], sender: isOwn ? "@bo:x" : "@ann:x")
        #expect(
            event.timelineContent
                == .stateChange(.membership(expected, userId: "@bo:x", displayname: "Bo", reason: nil)))
    }

    @Test("changes of names, avatars, levels and pinned events say what was before")
    func changes() throws {
        let profile = try event(
            "m.room.member", ["membership": "join", "displayname": "Bob", "avatar_url": "mxc://x/1"], stateKey: "@bo:x",
            unsigned: ["prev_content": ["membership": "join", "displayname": "Bo", "avatar_url": "mxc://x/1"]],
            sender: "@bo:x")
        guard case .stateChange(.profile(_, let name, let avatar)) = profile.timelineContent else {
            Issue.record("no change of a profile")
            return
        }
        #expect(name.old == "Bo" && name.new == "Bob" && !avatar.isChanged)
        let levels = try event(
            "m.room.power_levels", ["users": ["@a:x": 100, "@b:x": "50"]], stateKey: "",
            unsigned: ["prev_content": ["users": ["@a:x": 100, "@c:x": 50]]])
        guard case .stateChange(.powerLevels(let users)) = levels.timelineContent else {
            Issue.record("no change of levels")
            return
        }
        #expect(users.keys.sorted() == ["@b:x", "@c:x"] && users["@b:x"]?.new == 50 && users["@c:x"]?.new == nil)
        let pins = try event(
            "m.room.pinned_events", ["pinned": ["$2"]], stateKey: "",
            unsigned: ["prev_content": ["pinned": ["$1"]]])
        #expect(pins.timelineContent == .stateChange(.pinnedEvents(added: ["$2"], removed: ["$1"])))
        #expect(
            try event("m.room.name", ["name": "New"], stateKey: "").timelineContent == .stateChange(.roomName("New")))
        #expect(
            try event("m.space.child", [:], stateKey: "!c:x").timelineContent
                == .stateChange(.spaceChild(roomId: "!c:x", isAdded: false)))
        #expect(
            try event("org.example", [:], stateKey: "k").timelineContent
                == .stateChange(.other(type: "org.example", stateKey: "k")))
    }
}
