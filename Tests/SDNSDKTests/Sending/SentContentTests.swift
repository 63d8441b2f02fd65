import Foundation
import HeraldJSON
import HeraldLocks
import SDNSDK
import SDNWire
import TestSupport
import Testing

@Suite("Contents of polls, places, mentions and captions", .timeLimit(.minutes(10)))
struct SentContentTests {
    /// A started session in the scripted room, by the names of a kind of node.
    private func withRoom(
        _ root: APIRoot = .api,
        _ body: (_ node: ScriptedNode, _ room: MXRoom, _ session: MXSession) async throws -> Void
    ) async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node, retryClock: ManualClock().retryClock, apiRoot: root)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        try await body(node, session.theRoom, session)
        await session.close()
    }

    private func last(_ node: ScriptedNode) throws -> (type: String, content: JSONValue) {
        let event = try #require(node.state.withLock { $0.log.last })
        return (event["type"]?.stringValue ?? "", try #require(event["content"]))
    }

    private func code(_ body: () async throws -> some Any) async -> SDNSDKError.Code? {
        (await failure(of: body) as? SDNSDKError)?.code
    }

    @Test(
        "a poll is begun, voted in and ended, with the names of its kind of node",
        arguments: [(APIRoot.api, "org.sdn."), (.matrix, "org.matrix.")])
    func poll(root: APIRoot, prefix: String) async throws {
        try await withRoom(root) { node, room, session in
            let id = try await room.sendPoll("When?", answers: ["Six", "Noon"], isDisclosed: false)
            let begun = try last(node)
            #expect(begun.type == prefix + "msc3381.poll.start")
            let start = begun.content[prefix + "msc3381.poll.start"]
            #expect(start?["kind"] == .string(prefix + "msc3381.poll.undisclosed") && start?["max_selections"] == 1)
            #expect(begun.content[prefix + "msc1767.text"] == "When?\n1. Six\n2. Noon")
            try await session.seen(id, in: room)

            let event = try await room.event(withEventId: id)
            let poll = try #require(try await room.poll(event))
            #expect(poll.question == "When?" && poll.answers.map(\.text) == ["Six", "Noon"] && !poll.showsResults)
            let vote = try await room.vote(in: event, for: [poll.answers[1].id])
            #expect(try last(node).type == prefix + "msc3381.poll.response")
            try await session.seen(vote, in: room)
            #expect(try await room.poll(event)?.mySelections == [poll.answers[1].id])

            let end = try await room.endPoll(event)
            #expect(try last(node).content["m.relates_to"] == ["rel_type": "m.reference", "event_id": .string(id)])
            #expect(try last(node).content[prefix + "msc1767.text"] == .string(MXStrings.localizer.pollEnded))
            try await session.seen(end, in: room)
            #expect(try await room.poll(event)?.endEventId == end)
            #expect(await code { try await room.vote(in: event, for: []) } == .wrongState)
            #expect(await code { try await room.endPoll(event) } == .wrongState)
        }
    }

    @Test(
        "a poll without answers, a vote for another answer and the end of another user's poll are refused before they are sent"
    )
    func refusedPolls() async throws {
        try await withRoom { node, room, _ in
            let text = node.say("no poll")
            let theirs = node.add(
                "m.poll.start",
                ["m.poll": ["question": ["m.text": "Q"], "answers": [["m.id": "a", "m.text": [["body": "A"]]]]]])
            try await room.mxSession.seen(theirs, in: room)
            let sent = node.requests("/send/").count
            let poll = try await room.event(withEventId: theirs), plain = try await room.event(withEventId: text)
            #expect(await code { try await room.sendPoll("", answers: ["A"]) } == .invalidArgument)
            #expect(await code { try await room.sendPoll("Q", answers: []) } == .invalidArgument)
            let many = (1...21).map(String.init)
            #expect(await code { try await room.sendPoll("Q", answers: many) } == .invalidArgument)
            #expect(
                await code { try await room.sendPoll("Q", answers: ["A"], maximumSelections: 2) } == .invalidArgument)
            #expect(await code { try await room.vote(in: poll, for: ["b"]) } == .invalidArgument)
            #expect(await code { try await room.vote(in: plain, for: ["a"]) } == .invalidArgument)
            #expect(await code { try await room.endPoll(poll) } == .invalidArgument)
            #expect(node.requests("/send/").count == sent)
        }
    }

    @Test("a text, an emote and a reply name the users whom they mention, each once")
    func mentions() async throws {
        try await withRoom { node, room, _ in
            let theirs = node.say("who?")
            try await room.mxSession.seen(theirs, in: room)
            _ = try await room.sendTextMessage("hi", mentions: MXMentions(userIds: ["@a:x", "@b:x", "@a:x"]))
            #expect(try last(node).content["m.mentions"] == ["user_ids": ["@a:x", "@b:x"]])
            _ = try await room.sendEmote("waves", mentions: MXMentions(mentionsRoom: true))
            #expect(try last(node).content["m.mentions"] == ["room": true])
            #expect(try last(node).content["msgtype"] == "m.emote")
            _ = try await room.sendTextMessage("nobody", mentions: MXMentions())
            #expect(try last(node).content["m.mentions"] == [:])
            let event = try await room.event(withEventId: theirs)
            let reply = try await room.sendReply(
                to: event, textMessage: "they", mentions: MXMentions(userIds: ["@a:x"]))
            #expect(try last(node).content["m.mentions"] == ["user_ids": [.string(ScriptedNode.other), "@a:x"]])
            try await room.mxSession.seen(reply, in: room)
            #expect(try await room.event(withEventId: reply).mentions?.userIds == [ScriptedNode.other, "@a:x"])
            #expect(event.mentions == nil)
        }
    }

    @Test("a caption is the body of a picture and of a file, and the name is kept apart")
    func captions() async throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appendingPathComponent("list.txt")
        try Data("numbers".utf8).write(to: path)
        try await withRoom { node, room, _ in
            let caption = MXMediaCaption(
                "At six", formattedText: "At <b>six</b>", mentions: MXMentions(userIds: ["@a:x"]))
            _ = try await room.sendImage(
                data: Data([1]), mimeType: "image/png", name: "harbour.png", caption: caption)
            let image = try last(node).content
            #expect(image["msgtype"] == "m.image" && image["filename"] == "harbour.png" && image["body"] == "At six")
            #expect(image["formatted_body"] == "At <b>six</b>" && image["m.mentions"] == ["user_ids": ["@a:x"]])
            #expect(image["url"]?.stringValue?.hasPrefix("mxc://") == true && image["info"]?["size"] == 1)
            for kind in ["m.file", "m.audio", "m.video", "m.image"] {
                let plain = MXMediaCaption("Our list")
                switch kind {
                case "m.file": _ = try await room.sendFile(localURL: path, mimeType: "text/plain", caption: plain)
                case "m.audio":
                    _ = try await room.sendAudioFile(localURL: path, mimeType: "audio/ogg", caption: plain)
                case "m.image": _ = try await room.sendImage(localURL: path, mimeType: "image/png", caption: plain)
                default: _ = try await room.sendVideo(localURL: path, caption: plain)
                }
                let content = try last(node).content
                #expect(content["msgtype"] == .string(kind) && content["filename"] == "list.txt")
                #expect(content["body"] == "Our list" && content["m.mentions"] == nil)
            }
        }
    }

    @Test("a place is sent, and what is no place on the earth cannot be made")
    func place() async throws {
        let place = try #require(MXLocation(latitude: 53.5437, longitude: -9.98, uncertainty: 35))
        #expect(place.geoURI == "geo:53.543700,-9.980000;u=35" && MXLocation(geoURI: place.geoURI) == place)
        #expect(MXLocation(geoURI: "geo:1,2,300;crs=wgs84;u=5")?.uncertainty == 5)
        for text in ["", "geo:", "geo:1", "geo:91,0", "geo:0,181", "geo:nan,0", "geo:1,2,3,4", "http://x", "geo:1,x"] {
            #expect(MXLocation(geoURI: text) == nil, "\(text)")
        }
        #expect(MXLocation(latitude: .infinity, longitude: 0) == nil)
        try await withRoom { node, room, _ in
            _ = try await room.sendLocation(place, description: "The harbour", isOwn: false)
            let content = try last(node).content
            #expect(content["msgtype"] == "m.location" && content["geo_uri"] == .string(place.geoURI))
            #expect(content["body"] == "The harbour" && content["org.sdn.msc3488.asset"] == ["type": "m.pin"])
            #expect(content["org.sdn.msc3488.location"]?["uri"] == .string(place.geoURI))
        }
    }

    @Test("of the positions that wait in the outbox, only the newest is sent")
    func waitingPositions() async throws {
        try await withRoom { node, room, _ in
            let text = node.say("x")
            try await room.mxSession.seen(text, in: room)
            // The first message is being sent, so the others wait behind it. No sync ends the wait.
            node.hold("/client/")
            let first = Task { try await room.sendTextMessage("first") }
            await node.until { $0.requests.contains { $0.url.path.contains("/send/") } }
            let places = try [1.0, 2.0, 3.0].map { try #require(MXLocation(latitude: $0, longitude: 0)) }
            var calls: [Task<String, any Error>] = []
            for (count, place) in places.enumerated() {
                var updates = Updates(room.liveTimeline.updates())
                calls.append(Task { try await room.sendLiveLocation(place, ofShare: "$share") })
                _ = try await updates.first { update -> Bool? in
                    guard case .outgoing(let echo) = update, echo.eventType == .beacon else { return nil }
                    return true
                }
                #expect(room.outgoingMessages().count { $0.eventType == .beacon } == 1, "after \(count + 1)")
            }
            node.hold(nil)
            _ = try await first.value
            _ = try await calls[2].value
            for call in calls.dropLast() { #expect(await failure { try await call.value } is CancellationError) }
            let sent = node.state.withLock { state in
                state.log.compactMap { $0["content"]?["org.sdn.msc3488.location"]?["uri"]?.stringValue }
            }
            #expect(sent == [places[2].geoURI])
        }
    }
}
