import Foundation
import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Files on the node (SDN sheet 7.2)")
struct MediaTests {
    private static let path = "/_matrix/client/v1/media/"

    @Test(
        "a downloaded file is the uploaded one, byte for byte, with its type and name",
        arguments: [
            "/_matrix/media/v3/upload", "/_api/media/r0/upload", "/_api/media/v1/upload",
        ])
    func roundTrip(path: String) async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        let bytes = [UInt8](0...255) + [0, 0, 13, 10]
        let uri = try #require(try await ann.upload(bytes, name: "cat.png", path: path).body.text("content_uri"))
        #expect(uri.hasPrefix("mxc://localhost/"))
        let answer = try await ann.download(Self.path + "download/localhost/" + ContentURI(uri).mediaID)
        #expect(answer.status == 200)
        #expect(answer.body == bytes)
        #expect(answer.headers["Content-Type"] == "image/png")
        #expect(answer.headers["Content-Disposition"] == "inline; filename=cat.png")
    }

    @Test("an empty file is a file")
    func empty() async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        let id = try await ann.uploaded([], type: nil)
        let answer = try await ann.download(Self.path + "download/localhost/" + id)
        #expect(answer.status == 200)
        #expect(answer.body.isEmpty)
        #expect(answer.headers["Content-Type"] == "application/octet-stream")
    }

    @Test(
        "files that a browser could execute are not shown inline, and no file name can end the header",
        arguments: [
            ("text/html", "x.html", "attachment; filename=x.html"), ("image/svg+xml", nil, "attachment"),
            ("application/javascript", "a", "attachment; filename=a"),
            ("Image/PNG; a=b", "ü \"\r\nX-Evil: 1.png", "inline; filename*=utf-8''%C3%BC%20%22%0D%0AX-Evil%3A%201.png"),
            ("no type", nil, "attachment"),
            ("text/plain\r\nX-Evil: 1", nil, "attachment"),
        ] as [(String, String?, String)])
    func safety(type: String, name: String?, disposition: String) async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        let answer = try await ann.download(
            Self.path + "download/localhost/" + ann.uploaded([1], type: type, name: name))
        #expect(answer.headers["Content-Disposition"] == disposition)
        #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
        #expect(answer.headers["Content-Security-Policy"]?.hasPrefix("sandbox; default-src 'none'") == true)
        #expect(answer.headers["Content-Type"]?.contains("\n") == false)
    }

    @Test("a file name in the path replaces the stored name")
    func pathName() async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        let id = try await ann.uploaded([1], name: "old.png")
        #expect(
            try await ann.download(Self.path + "download/localhost/\(id)/new.png").headers["Content-Disposition"]
                == "inline; filename=new.png")
    }

    @Test("the paths of Matrix 1.11 and uploads need a token")
    func authentication() async throws {
        let ann = try await RoomUser(try TestNode { $0.media.legacyDownloads = .everywhere }, 1)
        let id = try await ann.uploaded([1, 2])
        for path in ["download/localhost/\(id)", "thumbnail/localhost/\(id)?width=1&height=1"] {
            #expect(try await ann.download(Self.path + path, withToken: false).errcode == "M_MISSING_TOKEN")
        }
        let stranger = RoomUser(ann.node, token: "", userID: "@x:y")
        #expect(try await stranger.upload([1]).errcode == "M_MISSING_TOKEN")
    }

    @Test(
        "without a token, files are served at the older paths of the roots that the configuration names; by default `_api`",
        arguments: [
            (nil, true, false), (LegacyDownloads.none, false, false), (.sendingNetwork, true, false),
            (.everywhere, true, true),
        ] as [(LegacyDownloads?, Bool, Bool)])
    func legacyPaths(setting: LegacyDownloads?, api: Bool, matrix: Bool) async throws {
        let node = try TestNode { if let setting { $0.media.legacyDownloads = setting } }
        let ann = try await RoomUser(node, 1)
        let id = try await ann.uploaded([1, 2])
        for (root, isOpen) in [("/_api/media/r0/", api), ("/_matrix/media/v3/", matrix)] {
            for path in ["download/localhost/\(id)", "thumbnail/localhost/\(id)?width=1&height=1"] {
                let answer = try await ann.download(root + path, withToken: false)
                #expect(answer.status == (isOpen ? 200 : 404))
                #expect(answer.errcode == (isOpen ? nil : "M_NOT_FOUND"))
                // Users of the node get their files in any case, and a token that is not valid counts as none.
                #expect(try await ann.download(root + path).body == [1, 2])
                let wrong = RoomUser(node, token: "wrong", userID: "@x:y")
                #expect(try await wrong.download(root + path).status == (isOpen ? 200 : 404))
            }
        }
    }

    @Test(
        "files of other nodes are not found",
        arguments: ["localhost/unknown", "elsewhere/unknown", "localhost/..%2F..%2Fnode.sqlite"])
    func unknown(id: String) async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        let answer = try await ann.download(Self.path + "download/" + id)
        #expect(answer.status == 404)
        #expect(answer.errcode == "M_NOT_FOUND")
    }

    @Test("a small picture is its own thumbnail, and a missing one is refused as in Synapse")
    func thumbnails() async throws {
        let ann = try await RoomUser(try TestNode { $0.media.thumbnailLimit = 10 }, 1)
        let small = try await ann.uploaded([1, 2, 3]), large = try await ann.uploaded([UInt8](repeating: 7, count: 11))
        let text = try await ann.uploaded([1], type: "text/plain")
        let size = "?width=96&height=96&method=crop"
        #expect(try await ann.download(Self.path + "thumbnail/localhost/" + small + size).body == [1, 2, 3])
        let tooLarge = try await ann.download(Self.path + "thumbnail/localhost/" + large + size)
        #expect((tooLarge.status, tooLarge.errcode) == (413, "M_TOO_LARGE"))
        let noPicture = try await ann.download(Self.path + "thumbnail/localhost/" + text + size)
        #expect((noPicture.status, noPicture.errcode) == (400, "M_UNKNOWN"))
        #expect(try await ann.download(Self.path + "thumbnail/localhost/\(small)?width=1").errcode == "M_MISSING_PARAM")
        #expect(
            try await ann.download(Self.path + "thumbnail/localhost/\(small)?width=1&height=x").errcode
                == "M_INVALID_PARAM")
        #expect(
            try await ann.download(Self.path + "thumbnail/localhost/\(small)?width=1&height=1&method=x").errcode
                == "M_INVALID_PARAM")
        #expect(try await ann.download(Self.path + "thumbnail/localhost/unknown" + size).errcode == "M_NOT_FOUND")
    }

    @Test("the node reports its upload limit and makes no previews of web pages")
    func facts() async throws {
        let ann = try await RoomUser(try TestNode { $0.media.uploadLimit = 77 }, 1)
        for path in [Self.path + "config", "/_matrix/media/v3/config"] {
            #expect(try await ann.node.send("GET", path, token: ann.token).body == ["m.upload.size": 77])
        }
        #expect(
            try await ann.node.send("GET", Self.path + "preview_url?url=http://localhost/", token: ann.token).errcode
                == "M_NOT_FOUND")
    }
}
