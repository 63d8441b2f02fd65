import Foundation
import HeraldJSON
import SDNNode
import SDNSDK
import TestSupport
import Testing

@Suite("Closure forms of sending and of a room's state", .timeLimit(.minutes(10)))
struct RoomStateClosureTests {
    @Test("messages are sent, also in a thread, reported to listeners and redacted")
    func sending() async throws {
        try await withNode { node in
            let ann = try await node.loggedIn()
            let room = try await ann.createRoom(name: "Closures").roomId
            let root = try await answer {
                ann.sendTextMessage(toRoom: room, threadId: nil, text: "root", completion: $0)
            }
            let content: [String: Any] = ["body": "b", "msgtype": "m.text"]
            let sent = try await answer {
                ann.sendEvent(
                    toRoom: room, threadId: root, eventType: .roomMessage, content: content, txnId: "once",
                    completion: $0)
            }
            let again = try await answer {
                ann.sendEvent(
                    toRoom: room, threadId: root, eventType: .roomMessage, content: content, txnId: "once",
                    completion: $0)
            }
            #expect(sent == again)
            let note = try await answer {
                ann.sendMessage(
                    toRoom: room, threadId: root, messageType: .notice, content: ["body": "n"], completion: $0)
            }
            for id in [sent, note] {
                #expect(
                    try await ann.event(withEventId: id, inRoom: room).content["m.relates_to"]?["event_id"]
                        == .string(root))
            }
            try await answer { ann.reportEvent(note, inRoom: room, score: -1, reason: "rude", completion: $0) }
            #expect(try await node.reports().map(\.eventID) == [note])
            try await answer { ann.redactEvent(note, inRoom: room, reason: "r", completion: $0) }
            try await done {
                ann.redactEvent(
                    root, inRoom: room, reason: "r", txnId: "t", withRelations: ["m.thread"],
                    withRelationsIsStable: true, success: $0, failure: $1)
            }
            for id in [note, root, sent] { #expect(try await ann.event(withEventId: id, inRoom: room).isRedacted) }
        }
    }

    @Test("a room's name, topic, picture, history visibility and join rule are set and read")
    func state() async throws {
        try await withNode { node in
            let ann = try await node.loggedIn()
            let room = try await ann.createRoom(name: "Closures").roomId
            try await answer { ann.setName(ofRoom: room, name: "N", completion: $0) }
            #expect(try await answer { ann.name(ofRoom: room, completion: $0) } == "N")
            try await answer { ann.setTopic(ofRoom: room, topic: "T", completion: $0) }
            #expect(try await answer { ann.topic(ofRoom: room, completion: $0) } == "T")
            let picture = try #require(URL(string: "mxc://d/pear"))
            try await answer { ann.setAvatar(ofRoom: room, avatarUrl: picture, completion: $0) }
            #expect(try await answer { ann.avatar(ofRoom: room, completion: $0) } == picture)
            try await answer { ann.setHistoryVisibility(ofRoom: room, historyVisibility: .joined, completion: $0) }
            #expect(try await answer { ann.historyVisibility(ofRoom: room, completion: $0) } == .joined)
            try await answer {
                ann.setRoomJoinRule(.restricted, forRoomWithId: room, allowedParentIds: ["!p:x"], completion: $0)
            }
            let rule = try await answer { ann.joinRule(ofRoomWithId: room, completion: $0) }
            #expect(rule.joinRule == .restricted)
            let event = try await answer {
                ann.sendStateEvent(
                    toRoom: room, eventType: .custom("org.example.thing"), content: ["n": 1], stateKey: "k",
                    completion: $0)
            }
            #expect(try await ann.event(withEventId: event, inRoom: room).stateKey == "k")
        }
    }

    @Test("guest access, aliases, the room list and related groups are set and read")
    func access() async throws {
        try await withNode { node in
            let ann = try await node.loggedIn()
            let room = try await ann.createRoom(name: "Closures").roomId
            try await answer { ann.setGuestAccess(forRoom: room, guestAccess: .canJoin, completion: $0) }
            #expect(try await answer { ann.guestAccess(forRoom: room, completion: $0) } == .canJoin)
            try await answer { ann.setDirectoryVisibility(ofRoom: room, directoryVisibility: .public, completion: $0) }
            #expect(try await answer { ann.directoryVisibility(ofRoom: room, completion: $0) } == .public)
            try await answer { ann.addAlias(forRoom: room, alias: "#c:localhost", completion: $0) }
            #expect(try await answer { ann.resolveRoomAlias("#c:localhost", completion: $0) }.roomId == room)
            try await answer { ann.setCanonicalAlias(forRoom: room, canonicalAlias: "#c:localhost", completion: $0) }
            #expect(try await answer { ann.canonicalAlias(ofRoom: room, completion: $0) } == "#c:localhost")
            try await answer { ann.removeRoomAlias("#c:localhost", completion: $0) }
            #expect(await failure { try await ann.resolveRoomAlias("#c:localhost") } as? MXError == .notFound)
            try await done { ann.setRoomRelatedGroups(room, relatedGroups: ["+g:x"], success: $0, failure: $1) }
            #expect(try await answer { ann.relatedGroups(ofRoom: room, success: $0, failure: $1) } == ["+g:x"])
        }
    }

    @available(*, deprecated, message: "It tests what is deprecated.")
    @Test("the older forms of the join rule work, and the calls about communities are refused")
    func deprecated() async throws {
        try await withNode { node in
            let ann = try await node.loggedIn()
            let room = try await ann.createRoom(name: "Closures").roomId
            try await done { ann.setRoomJoinRule(room, joinRule: .public, success: $0, failure: $1) }
            #expect(try await answer { ann.joinRule(ofRoom: room, success: $0, failure: $1) } == .public)
            await #expect(throws: MXError.unrecognized) {
                try await done { ann.acceptGroupInvite("+g:x", success: $0, failure: $1) }
            }
            await #expect(throws: MXError.unrecognized) {
                try await done { ann.leaveGroup("+g:x", success: $0, failure: $1) }
            }
            await #expect(throws: MXError.unrecognized) {
                try await done { ann.updateGroupPublicity("+g:x", isPublicised: true, success: $0, failure: $1) }
            }
        }
    }
}
