import Foundation
import HeraldJSON
import SDNSDK

/// A node that exists only in a test: each request is answered by the first rule whose path it has.
struct PlayedNode: HTTPTransport {
    let answers: [(path: String, body: JSONValue)]

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        guard let answer = answers.first(where: { request.url.path.contains($0.path) }) else {
            return TransportResponse(status: 404, body: Array(#"{"errcode":"M_UNRECOGNIZED"}"#.utf8))
        }
        if request.url.query?.contains("since=") == true { try await Task.sleep(for: .seconds(30)) }   // the next sync brings nothing
        return TransportResponse(status: 200, body: answer.body.serialized())
    }

    func close() {}
}

struct RecordingTransport: HTTPTransport {
    let inner: any HTTPTransport
    var sendsStreams: Bool { inner.sendsStreams }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let response = try await inner.send(request)
        print(request, "->", response)   // neither shows a token or a body
        return response
    }

    func close() { inner.close() }
}

/// The examples of the article on testing.
extension DocExamples {
    static func playedSession() async throws -> MXSession {
        let message: JSONValue = [
            "event_id": "$1", "type": "m.room.message", "sender": "@ben:example.org", "origin_server_ts": 1,
            "content": ["msgtype": "m.text", "body": "Ahoy"],
        ]
        let room: JSONValue = ["timeline": ["events": [message]]]
        let node = PlayedNode(answers: [
            ("/filter", ["filter_id": "1"]),
            ("/sync", ["next_batch": "s1", "rooms": ["join": ["!harbour:example.org": room]]]),
        ])
        let credentials = MXCredentials(node: "https://node.example.org", userId: "@ann:example.org", accessToken: "token")
        let session = MXSession(sdnRestClient: MXRestClient(credentials: credentials, transport: node))
        try await session.setStore(MXMemoryStore())
        try await session.start()
        return session
    }

    static func recordingClient(_ credentials: MXCredentials) -> MXRestClient {
        let client = MXRestClient(credentials: credentials, transport: RecordingTransport(inner: URLSessionTransport()))
        return client
    }
}
