import Foundation
import HeraldJSON
import SDNWire
@testable import SDNNode

extension RoomUser {
    /// An answer that may be a file.
    struct FileAnswer: Sendable {
        let status: Int
        let headers: [String: String]
        let body: [UInt8]

        var errcode: String? { (try? JSONValue(parsing: body))?["errcode"]?.stringValue }
    }

    /// Sends a file to `/_matrix/media/v3/upload`.
    func upload(
        _ bytes: [UInt8], type: String? = "image/png", name: String? = nil, path: String = "/_matrix/media/v3/upload"
    ) async throws -> TestNode.Answer {
        let target = path + (name.map { "?filename=" + PercentEncoding.encodeSegment($0) } ?? "")
        var request = NodeRequest(method: "POST", target: target, authorization: "Bearer " + token, body: bytes)
        request.contentType = type
        let response = await node.assembly.handler.respond(to: request)
        return TestNode.Answer(status: response.status, body: try JSONValue(parsing: response.body), headers: [:])
    }

    /// Sends a file and gives its id.
    func uploaded(_ bytes: [UInt8], type: String? = "image/png", name: String? = nil) async throws -> String {
        let answer = try await upload(bytes, type: type, name: name)
        guard let uri = answer.body.text("content_uri") else { throw UnexpectedAnswer(path: "upload", answer: answer) }
        return try ContentURI(uri).mediaID
    }

    func download(_ path: String, withToken: Bool = true) async throws -> FileAnswer {
        let response = await node.assembly.handler.respond(
            to: NodeRequest(
                method: "GET", target: path, authorization: withToken ? "Bearer " + token : nil))
        let headers = Dictionary(response.headers.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        let body = try response.file.map { [UInt8](try Data(contentsOf: $0.url)) } ?? response.body
        return FileAnswer(status: response.status, headers: headers, body: body)
    }
}
