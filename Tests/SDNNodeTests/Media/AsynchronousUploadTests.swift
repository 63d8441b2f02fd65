import HeraldJSON
import HeraldPeer
import SDNWire
import Synchronization
import TestSupport
import Testing
@testable import SDNNode

extension RoomUser {
    /// Reserves the URI of a file.
    func reserve() async throws -> TestNode.Answer {
        try await node.send("POST", "/_matrix/media/v1/create", token: token)
    }

    /// Reserves the URI of a file and returns the ID in it.
    func reserved() async throws -> String {
        let answer = try await reserve()
        guard let uri = answer.body.text("content_uri") else { throw UnexpectedAnswer(path: "create", answer: answer) }
        return try ContentURI(uri).mediaID
    }

    /// Uploads the file of a reserved URI.
    func put(_ bytes: [UInt8], to id: String, server: String = "localhost", name: String? = nil) async throws
        -> TestNode.Answer
    {
        let query = name.map { "?filename=" + PercentEncoding.encodeSegment($0) } ?? ""
        var request = NodeRequest(
            method: "PUT", target: "/_matrix/media/v3/upload/\(server)/\(id)\(query)",
            authorization: "Bearer " + token, body: bytes)
        request.contentType = "image/png"
        let response = await node.assembly.handler.respond(to: request)
        return TestNode.Answer(status: response.status, body: try JSONValue(parsing: response.body), headers: [:])
    }
}

@Suite("Asynchronous uploads (Matrix: content repository)")
struct AsynchronousUploadTests {
    private static let path = "/_matrix/client/v1/media/"

    @Test("a reserved URI gets its file later, with the type and the name of the upload")
    func upload() async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        let created = try await ann.reserve()
        #expect(created.status == 200)
        #expect(
            created.body["unused_expires_at"]?.intValue
                == (ann.node.clock.read() + .seconds(86_400)).milliseconds)
        let id = try ContentURI(try #require(created.body.text("content_uri"))).mediaID
        let answer = try await ann.put([1, 2, 3], to: id, name: "cat.png")
        #expect((answer.status, answer.body) == (200, [:]))
        for path in ["download", "thumbnail"] {
            let file = try await ann.download(Self.path + "\(path)/localhost/\(id)?width=1&height=1")
            #expect((file.status, file.body) == (200, [1, 2, 3]))
            #expect(file.headers["Content-Type"] == "image/png")
        }
        let file = try await ann.download(Self.path + "download/localhost/" + id)
        #expect(file.headers["Content-Disposition"] == "inline; filename=cat.png")
        let rows = try await ann.node.assembly.services.database.read { db in
            try MediaReservation.all(of: ann.userID, in: db).count
        }
        #expect(rows == 0)
    }

    @Test(
        "a file that is not uploaded in time is answered with 504",
        arguments: [
            "/_matrix/client/v1/media/download/localhost/ID?timeout_ms=1",
            "/_matrix/client/v1/media/thumbnail/localhost/ID?timeout_ms=0&width=1&height=1",
            "/_matrix/media/v3/download/localhost/ID?timeout_ms=0", "/_api/media/r0/download/localhost/ID?timeout_ms=0",
        ])
    func notYet(path: String) async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        let answer = try await ann.download(path.replacing("ID", with: try await ann.reserved()))
        #expect((answer.status, answer.errcode) == (504, "M_NOT_YET_UPLOADED"))
    }

    @Test("a download waits for the upload, and gets the file when it is there", .timeLimit(.minutes(10)))
    func wait() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let id = try await ann.reserved()
        async let waiting = bob.download(Self.path + "download/localhost/\(id)?timeout_ms=600000")
        while node.assembly.services.uploads.waiterCount == 0 { await Task.yield() }
        #expect(try await ann.put([4, 5], to: id).status == 200)
        let answer = try await waiting
        #expect((answer.status, answer.body) == (200, [4, 5]))
        #expect(node.assembly.services.uploads.waiterCount == 0)
    }

    @Test("a client without a token does not wait, and a node that stops ends the waits", .timeLimit(.minutes(10)))
    func noWait() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1)
        let id = try await ann.reserved()
        let stranger = try await ann.download(
            "/_api/media/r0/download/localhost/\(id)?timeout_ms=600000", withToken: false)
        #expect(stranger.errcode == "M_NOT_YET_UPLOADED")
        async let waiting = ann.download(Self.path + "download/localhost/\(id)?timeout_ms=600000")
        while node.assembly.services.uploads.waiterCount == 0 { await Task.yield() }
        node.assembly.services.uploads.shutdown()
        #expect(try await waiting.errcode == "M_NOT_YET_UPLOADED")
    }

    @Test("a URI gets one file, and only from the user who reserved it")
    func conflicts() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let id = try await ann.reserved()
        let foreign = try await bob.put([1], to: id)
        #expect((foreign.status, foreign.errcode) == (403, "M_FORBIDDEN"))
        #expect(try await ann.put([1], to: id).status == 200)
        for user in [ann, bob] {
            let again = try await user.put([2], to: id)
            #expect((again.status, again.errcode) == (409, "M_CANNOT_OVERWRITE_MEDIA"))
        }
        // A file that was uploaded at once cannot be replaced either.
        let other = try await ann.uploaded([7])
        #expect(try await ann.put([8], to: other).errcode == "M_CANNOT_OVERWRITE_MEDIA")
        #expect(try await ann.put([1], to: "unknown").errcode == "M_NOT_FOUND")
        #expect(try await ann.put([1], to: id, server: "elsewhere").errcode == "M_NOT_FOUND")
        #expect(try await ann.download(Self.path + "download/localhost/" + id).body == [1])
        let stranger = RoomUser(node, token: "", userID: "@x:y")
        #expect(try await stranger.reserve().errcode == "M_MISSING_TOKEN")
    }

    @Test("of two uploads to one URI at once, one is stored")
    func race() async throws {
        // In memory, each service has files of its own.
        let directory = try TemporaryFolder()
        let node = try TestNode { $0.storage = .directory(directory.url) }
        let ann = try await RoomUser(node, 1)
        let id = try await ann.reserved()
        let media = MediaService(services: node.assembly.services)
        let caller = Caller(userID: ann.userID, deviceID: "D", tokenID: 1)
        let request = UploadReservedMediaRequest(
            serverName: "localhost", mediaID: id,
            upload: UploadMediaRequest(filename: nil, payload: Payload(contentType: "image/png")))
        let first = RequestBodyStream { each in
            try await each([1])
            _ = try await media.upload(request, RequestBodyStream([2]), caller)
        }
        await #expect(throws: MatrixError.self) { _ = try await media.upload(request, first, caller) }
        #expect(try await ann.download(Self.path + "download/localhost/" + id).body == [2])
    }

    @Test("a URI is reserved for a limited time, also if the clock is set back")
    func expiry() async throws {
        let clock = TestClock()
        let node = try TestNode(clock: clock) { $0.media.reservationLifetime = .seconds(60) }
        let ann = try await RoomUser(node, 1)
        let id = try await ann.reserved()
        clock.advance(by: .seconds(61))
        let late = try await ann.put([1], to: id)
        #expect((late.status, late.errcode) == (404, "M_NOT_FOUND"))
        #expect(try await ann.download(Self.path + "download/localhost/\(id)").errcode == "M_NOT_FOUND")
        let next = try await ann.reserved()
        let rows = try await node.assembly.services.database.read { db in
            try MediaReservation.all(of: ann.userID, in: db).count
        }
        #expect(rows == 1)
        clock.set(by: .seconds(-3_600))
        #expect(try await ann.put([1], to: next).errcode == "M_NOT_FOUND")
    }

    @Test("a user has a limited number of reserved URIs, and room for more when files are uploaded")
    func limit() async throws {
        let node = try TestNode { $0.media.reservationsPerUser = 2 }
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let first = try await ann.reserved()
        _ = try await ann.reserved()
        let refused = try await ann.reserve()
        #expect((refused.status, refused.errcode) == (429, "M_LIMIT_EXCEEDED"))
        #expect(refused.body["retry_after_ms"]?.intValue ?? 0 > 0)
        _ = try await bob.reserved()
        #expect(try await ann.put([1], to: first).status == 200)
        _ = try await ann.reserved()
    }

    @Test("the limits of files apply to reserved URIs as well")
    func quota() async throws {
        let node = try TestNode { ($0.media.filesPerUser, $0.media.quotaPerUser, $0.media.uploadLimit) = (1, 5, 8) }
        let ann = try await RoomUser(node, 1)
        let one = try await ann.reserved(), two = try await ann.reserved()
        #expect(try await ann.put([UInt8](repeating: 1, count: 9), to: one).errcode == "M_TOO_LARGE")
        #expect(try await ann.put([UInt8](repeating: 1, count: 6), to: one).errcode == "M_RESOURCE_LIMIT_EXCEEDED")
        #expect(try await ann.put([1], to: one).status == 200)
        #expect(try await ann.put([1], to: two).errcode == "M_RESOURCE_LIMIT_EXCEEDED")
        #expect(try await ann.reserve().errcode == "M_RESOURCE_LIMIT_EXCEEDED")
    }
}
