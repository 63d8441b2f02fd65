import HTTPTypes
import HeraldPeer
import SDNWire

extension NodeHandler: ListenerHandler {
    func admit(_ request: ListenerRequest) async -> ListenerAdmission {
        let room = request.room()
        var inside = NodeRequest(
            method: request.method, target: request.target, authorization: request.headers[.authorization],
            remoteAddress: request.client.text)
        inside.isForwarded = request.client.isForwarded
        inside.contentType = request.headers[.contentType]
        inside.room = room
        switch await admit(inside) {
        case .answered(let refusal): return .answered(ListenerResponse(refusal, in: room))
        case .admitted(let admitted):
            inside.whileConnected = { work in try await request.whileConnected(work) }
            return .admitted(admitted.reading) { [inside] body in
                await respond(admitted, to: inside, body, in: room)
            }
        }
    }

    private func respond(_ admitted: Admitted, to head: NodeRequest, _ body: ReceivedBody, in room: ResponseBudget)
        async
        -> ListenerResponse
    {
        var request = head
        switch body {
        case .skipped: break
        case .whole(let bytes): request.body = bytes
        case .inParts(let stream): request.stream = stream
        }
        let answer = await respond(admitted, to: request)
        var response = ListenerResponse(answer, in: room)
        // The node may not have read the whole file.
        response.closes = admitted.isUpload && [408, 429, 503].contains(answer.status)
        return response
    }

    func response(to failure: ListenerFailure) -> ListenerResponse {
        let answer =
            switch failure {
            case .bodyTooLong(.inParts(let limit)):
                NodeResponse(MatrixError(.tooLarge, "A file has at most \(limit) bytes."))
            case .bodyTooLong: Self.tooLarge
            case .bodyTooSlow: Self.tooSlow
            case .noRoomForBody(let refusal): Self.noRoom(refusal)
            case .noRoomForResponse(let wait): Self.noRoom(retryAfter: wait)
            }
        return ListenerResponse(answer, in: nil)
    }
}

extension ListenerResponse {
    /// The headers of every answer (CORS), so that web pages can call the node.
    private static let crossOrigin: HTTPFields = [
        .accessControlAllowOrigin: "*",
        .accessControlAllowMethods: "GET, POST, PUT, DELETE, OPTIONS",
        .accessControlAllowHeaders: "X-Requested-With, Content-Type, Authorization",
    ]

    /// Creates the response of an answer. A body that is no file is JSON.
    init(_ answer: NodeResponse, in room: ResponseBudget?) {
        var headers = Self.crossOrigin
        for (name, value) in answer.headers {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        let body: Body =
            if let file = answer.file {
                .file(file.url, length: file.length)
            } else if let rest = answer.rest {
                .parts(answer.body, then: rest)
            } else {
                .bytes(answer.body)
            }
        if answer.file == nil, answer.rest != nil || !answer.body.isEmpty {
            headers[.contentType] = "application/json"
        }
        self.init(HTTPResponse.Status(code: answer.status), headers: headers, body: body, room: room)
    }
}
