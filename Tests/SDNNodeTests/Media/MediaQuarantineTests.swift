import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Quarantine of files by the operator")
struct MediaQuarantineTests {
    private static let path = "/_matrix/client/v1/media/"

    private func isServed(_ id: String, to user: RoomUser) async throws -> Bool {
        var isServed: Set<Bool> = []
        for path in [
            Self.path + "download/localhost/\(id)", Self.path + "thumbnail/localhost/\(id)?width=1&height=1",
            "/_api/media/r0/download/localhost/\(id)",
        ] {
            let answer = try await user.download(path)
            #expect(answer.status == 200 || (answer.status, answer.errcode) == (404, "M_NOT_FOUND"))
            isServed.insert(answer.status == 200)
        }
        #expect(isServed.count == 1)
        return isServed == [true]
    }

    private func uri(_ id: String) -> ContentURI { ContentURI(serverName: "localhost", mediaID: id) }

    @Test("nobody can download a quarantined file, whatever its URI, until it is released")
    func file() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let quarantine = MediaQuarantine(services: node.assembly.services)
        let bad = try await ann.uploaded([1]), copy = try await bob.uploaded([1]), good = try await ann.uploaded([2])
        #expect(try await quarantine.quarantine(uri(bad)))
        let later = try await bob.uploaded([1])
        for id in [bad, copy, later] {
            #expect(try await !isServed(id, to: ann))
            #expect(try await !isServed(id, to: bob))
        }
        #expect(try await isServed(good, to: bob))
        #expect(try await quarantine.release(uri(copy)))
        for id in [bad, copy, later] { #expect(try await isServed(id, to: bob)) }
    }

    @Test("a URI without a file cannot be quarantined")
    func unknown() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1)
        let quarantine = MediaQuarantine(services: node.assembly.services)
        let id = try await ann.uploaded([1]), reserved = try await ann.reserved()
        for wrong in [
            uri("unknown"), uri(reserved), ContentURI(serverName: "elsewhere", mediaID: id),
        ] {
            #expect(try await !quarantine.quarantine(wrong))
            #expect(try await !quarantine.release(wrong))
        }
        #expect(try await isServed(id, to: ann))
    }

    @Test("all files of a user are quarantined, and no other user's")
    func user() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let quarantine = MediaQuarantine(services: node.assembly.services)
        let bad = [try await ann.uploaded([1]), try await ann.uploaded([2])], good = try await bob.uploaded([3])
        #expect(try await quarantine.quarantine(filesOf: ann.userID) == 2)
        #expect(try await quarantine.quarantine(filesOf: ann.userID) == 0)
        for id in bad { #expect(try await !isServed(id, to: bob)) }
        #expect(try await isServed(good, to: bob))
    }

    @Test("all files that a room's events name are quarantined: pictures, thumbnails, encrypted files and avatars")
    func room() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1)
        let quarantine = MediaQuarantine(services: node.assembly.services)
        var ids: [String] = []
        for number in 0..<5 { ids.append(try await ann.uploaded([UInt8(number)])) }
        let uris = ids.map { uri($0).text }
        let room = try await ann.createRoom(), other = try await ann.createRoom()
        try await ann.send(
            "m.room.message",
            ["msgtype": "m.image", "url": .string(uris[0]), "info": ["thumbnail_url": .string(uris[1])]],
            to: room, txn: "1")
        // More than one read of events.
        for number in 0..<110 { try await ann.send("text \(number)", to: room) }
        try await ann.send("m.room.message", ["file": ["url": .string(uris[2])]], to: room, txn: "2")
        try await ann.setState("m.room.avatar", ["url": .string(uris[3])], in: room)
        try await ann.send("m.room.message", ["url": .string(uris[4])], to: other, txn: "3")
        #expect(try await quarantine.quarantine(filesIn: room) == 4)
        for id in ids.prefix(4) { #expect(try await !isServed(id, to: ann)) }
        #expect(try await isServed(ids[4], to: ann))
        #expect(try await quarantine.quarantine(filesIn: "!unknown:localhost") == nil)
    }

    @Test("administrators quarantine files, those of a user and those of a room, and nobody else does")
    func endpoints() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        try await node.assembly.services.database.write { db in try AdministratorStore.insert(ann.userID, in: db) }
        let id = try await bob.uploaded([1]), other = try await bob.uploaded([2]), third = try await bob.uploaded([3])
        let room = try await bob.createRoom()
        try await bob.send("m.room.message", ["url": .string(uri(other).text)], to: room, txn: "1")
        let admin = "/_synapse/admin/v1/"
        let paths = [
            "media/quarantine/localhost/\(id)", "media/unquarantine/localhost/\(id)",
            "room/\(PercentEncoding.encodeSegment(room))/media/quarantine",
            "user/\(PercentEncoding.encodeSegment(bob.userID))/media/quarantine",
        ]
        for path in paths {
            let refused = try await node.send("POST", admin + path, token: bob.token)
            #expect((refused.status, refused.errcode) == (403, "M_FORBIDDEN"))
            #expect(try await node.send("POST", admin + path).errcode == "M_MISSING_TOKEN")
        }
        #expect(try await isServed(id, to: bob))
        #expect(try await node.send("POST", admin + paths[0], token: ann.token).body == [:])
        #expect(try await !isServed(id, to: bob))
        #expect(try await node.send("POST", admin + paths[1], token: ann.token).body == [:])
        #expect(try await isServed(id, to: bob))
        #expect(try await node.send("POST", admin + paths[2], token: ann.token).body == ["num_quarantined": 1])
        #expect(try await !isServed(other, to: bob))
        #expect(try await node.send("POST", admin + paths[3], token: ann.token).body == ["num_quarantined": 2])
        #expect(try await !isServed(third, to: bob))
        for path in [
            "media/quarantine/localhost/none", "media/unquarantine/localhost/none", "room/!none/media/quarantine",
        ] {
            #expect(try await node.send("POST", admin + path, token: ann.token).errcode == "M_NOT_FOUND")
        }
    }

    @Test("only URIs of the server are found in a content")
    func uris() {
        let text = #"{"a":"mxc://s/A-1_b","b":["mxc://s/c?x","mxc://s/","mxc://t/d","xmxc://s/e\"mxc://s"]}"#
        #expect(NamedMedia.ids(in: Array(text.utf8), server: "s") == ["A-1_b", "c", "e"])
    }
}
