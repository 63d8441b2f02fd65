import HeraldJSON
import GRDB
import Testing
@testable import SDNNode

@Suite("Missing values are errors")
struct ImpossibleValueTests {
    @Test("reading the base URL fails until the node listens, and a configured one stays")
    func baseURL() throws {
        let url = BaseURL(nil), configured = BaseURL("https://node.example")
        #expect(throws: StatusedError.self) { try url.get() }
        for url in [url, configured] { url.setListening("http://127.0.0.1:1") }
        #expect(try url.get() == "http://127.0.0.1:1")
        #expect(try configured.get() == "https://node.example")
    }

    @Test("a room with an unknown version is an error, and not a room of another version")
    func roomVersion() async throws {
        let node = try TestNode()
        let room = try await RoomUser(node, 1).createRoom([:])
        try await node.assembly.services.database.write { db in try db.execute(sql: "UPDATE room SET version = '99'") }
        await #expect(throws: NodeError.self) {
            try await node.assembly.services.database.read { db in _ = try RoomRecord.find(room, in: db) }
        }
    }
}
