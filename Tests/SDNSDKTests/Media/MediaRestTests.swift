import Foundation
import HeraldJSON
import SDNSDK
import SDNWire
import TestSupport
import Testing

@Suite("Files through the REST client, with scripted answers")
struct MediaRestTests {
    private static let unrecognized = ScriptedTransport.Step.answer(404, #"{"errcode":"M_UNRECOGNIZED","error":"x"}"#)
    private static let file = ScriptedTransport.Step.answer(
        200, "bytes", headers: ["content-type": "image/png", "content-disposition": "inline; filename=\"../cat.png\""])

    @Test("a download sends the token and uses the path of Matrix 1.11")
    func authenticated() async throws {
        let transport = ScriptedTransport([Self.file])
        let content = try await MXRestClient.scripted(transport).downloadContent("mxc://node.example/a+b?x#y")
        #expect(content.data == Data("bytes".utf8))
        #expect(content.mimeType == "image/png")
        #expect(content.filename == "cat.png")
        #expect(
            transport.last?.url.absoluteString == "http://node.example/_api/client/v1/media/download/node.example/a%2Bb"
        )
        #expect(transport.last?.headers["Authorization"] == "Bearer the-token")
        #expect(transport.last?.headers["Accept"] == "*/*")
    }

    @Test(
        "if the node has no authenticated media, downloads use the old path without the token, and later ones use it at once"
    )
    func legacy() async throws {
        let transport = ScriptedTransport([
            Self.unrecognized, Self.file, Self.file, .answer(200, #"{"m.upload.size":5}"#),
        ])
        let client = MXRestClient.scripted(transport)
        _ = try await client.downloadContent("mxc://node.example/a")
        _ = try await client.downloadThumbnail(
            "mxc://node.example/a", size: MXThumbnailSize(width: 32, height: 16, method: .crop))
        #expect(try await client.maxUploadSize() == 5)
        #expect(
            transport.requests.map(\.url.path) == [
                "/_api/client/v1/media/download/node.example/a", "/_api/media/r0/download/node.example/a",
                "/_api/media/r0/thumbnail/node.example/a",
                "/_api/media/r0/config",
            ])
        #expect(transport.requests[2].url.query == "height=16&method=crop&width=32")
        #expect(transport.requests[1].headers["Authorization"] == nil)
        #expect(client.contentPathPrefix == "_api/media/r0")
    }

    @Test("a missing file is not requested twice")
    func missing() async throws {
        let transport = ScriptedTransport([.answer(404, #"{"errcode":"M_NOT_FOUND","error":"x"}"#)])
        await #expect(throws: MXError.notFound) {
            _ = try await MXRestClient.scripted(transport).downloadContent("mxc://node.example/a")
        }
        #expect(transport.requests.count == 1)
    }

    @Test("without a token files use the old path")
    func guest() async throws {
        let transport = ScriptedTransport([Self.file])
        _ = try await MXRestClient.scripted(transport, token: nil).downloadContent("mxc://node.example/a")
        #expect(transport.last?.url.path == "/_api/media/r0/download/node.example/a")
    }

    @Test("downloads are retried like other requests after a busy node or a lost connection")
    func retried() async throws {
        let clock = ManualClock()
        let transport = ScriptedTransport([
            .answer(429, #"{"errcode":"M_LIMIT_EXCEEDED","error":"x","retry_after_ms":700}"#),
            .fail(SDNSDKError(.connectionLost, reason: "x")), Self.file,
        ])
        #expect(
            try await MXRestClient.scripted(transport, clock: clock).downloadContent("mxc://node.example/a").data.count
                == 5)
        #expect(clock.sleeps.first == .milliseconds(700))
        #expect(transport.requests.count == 3)
    }

    @Test("a file over the allowed size is refused, and the transport receives the limit")
    func limit() async throws {
        let transport = ScriptedTransport([Self.file])
        let error = await failure {
            try await MXRestClient.scripted(transport).downloadContent("mxc://node.example/a", maximumBytes: 4)
        }
        #expect((error as? SDNSDKError)?.code == .responseTooLarge)
        #expect(transport.last?.maximumResponseBytes == 4)
    }

    @Test(
        "a text that is not an mxc URL is not sent",
        arguments: [
            "", "mxc://", "http://node/a", "mxc://node", "mxc://node/", "mxc:///a", "mxc://node/a/b", "mxc://../a",
            "mxc://node/..", "mxc://node/.",
            "mxc://no de/a", "mxc://node/a\nb",
        ])
    func addresses(uri: String) async throws {
        let transport = ScriptedTransport([])
        let error = await failure { try await MXRestClient.scripted(transport).downloadContent(uri) }
        #expect((error as? SDNSDKError)?.code == .invalidArgument)
        #expect(transport.requests.isEmpty)
    }

    @Test("an upload sends the file's bytes unchanged, with its type and name")
    func upload() async throws {
        let transport = ScriptedTransport([.answer(200, #"{"content_uri":"mxc://node.example/abc"}"#)])
        let url = try await MXRestClient.scripted(transport).uploadContent(
            Data([0, 255, 10]), filename: "ä b.png", mimeType: "image/png", timeout: 9)
        #expect(url.absoluteString == "mxc://node.example/abc")
        #expect(transport.last?.method == "POST")
        #expect(transport.last?.body == [0, 255, 10])
        #expect(transport.last?.headers["Content-Type"] == "image/png")
        #expect(
            transport.last?.url.absoluteString == "http://node.example/_api/media/r0/upload?filename=%C3%A4%20b.png")
        #expect(transport.last?.timeout == .seconds(9))
    }

    @Test(
        "a media type with characters that could end the header is refused before sending",
        arguments: ["", "image/png\r\nX: y", "ü/x"])
    func types(type: String) async throws {
        let transport = ScriptedTransport([])
        let error = await failure { try await MXRestClient.scripted(transport).uploadContent(Data(), mimeType: type) }
        #expect((error as? SDNSDKError)?.field == "mimeType")
        #expect(transport.requests.isEmpty)
    }

    @Test(
        "an answer without an mxc URL is an error",
        arguments: [#"{}"#, #"{"content_uri":"http://x/y"}"#, #"{"content_uri":5}"#])
    func malformed(body: String) async throws {
        let error = await failure {
            try await MXRestClient.scripted(ScriptedTransport([.answer(200, body)])).uploadContent(
                Data(), mimeType: "image/png")
        }
        #expect((error as? SDNSDKError)?.code == .malformedResponse)
        #expect((error as? SDNSDKError)?.field == "content_uri")
    }

    @Test("the closure form reports progress and then the mxc URL")
    func closure() async throws {
        let transport = ProgressingTransport()
        let client = MXRestClient(
            credentials: MXCredentials(node: "http://node.example", userId: "@me:x", accessToken: "t"),
            transport: transport, options: MXSDKOptions())
        client.completionQueue = DispatchQueue(label: "test.completion")
        let (steps, end) = AsyncStream<MXProgress<URL>>.makeStream()
        client.uploadContent(Data([1, 2, 3, 4]), filename: "a.png", mimeType: "image/png", timeout: 5) { step in
            end.yield(step)
            if step.isComplete { end.finish() }
        }
        var seen: [String] = []
        for await step in steps {
            seen.append(
                step.progress.map { "\($0.completedUnitCount)/\($0.totalUnitCount)" } ?? step.value?.absoluteString
                    ?? "failure")
        }
        #expect(seen == ["2/4", "4/4", "mxc://node.example/abc"])
    }

    @Test("a preview of a web page is read leniently")
    func preview() async throws {
        let body =
            #"{"og:title":"T","og:site_name":5,"og:image":"mxc://a/b","og:image:width":"48","og:image:height":32,"matrix:image:size":7}"#
        let transport = ScriptedTransport([.answer(200, body)])
        let preview = try await MXRestClient.scripted(transport).previewForURL(
            try #require(URL(string: "https://example.org/?a=b")))
        #expect(preview.title == "T")
        #expect(preview.siteName == nil)
        #expect(preview.imageURL == "mxc://a/b")
        #expect(preview.imageWidth == 48)
        #expect(preview.imageHeight == 32)
        #expect(preview.imageFileSize == 7)
        #expect(
            transport.last?.url.absoluteString
                == "http://node.example/_api/client/v1/media/preview_url?url=https%3A%2F%2Fexample.org%2F%3Fa%3Db")
    }

    @Test("a size in a preview that is not a whole number counts as absent")
    func previewSizes() async throws {
        let body =
            #"{"og:title":"T","og:image:width":"inf","og:image:height":-1,"matrix:image:size":1.5,"sdn:image:size":7.0}"#
        let transport = ScriptedTransport([.answer(200, body)])
        let preview = try await MXRestClient.scripted(transport).previewForURL(
            try #require(URL(string: "https://example.org/")))
        #expect(preview.title == "T")
        #expect(preview.imageWidth == nil && preview.imageHeight == nil)
        #expect(preview.imageFileSize == 7)
    }
}

/// Sends every file in two halves.
private final class ProgressingTransport: HTTPTransport {
    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let length = Int64(request.body?.count ?? 0)
        request.progress?(TransportProgress(bytesSent: length / 2, bytesToSend: length))
        request.progress?(TransportProgress(bytesSent: length, bytesToSend: length))
        return TransportResponse(status: 200, body: Array(#"{"content_uri":"mxc://node.example/abc"}"#.utf8))
    }
    func close() {}
}
