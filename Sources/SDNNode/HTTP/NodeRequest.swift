import Foundation
import HTTPTypes
import HeraldJSON
import HeraldPeer
import SDNWire

/// A request for the node's pipeline, independent of the transport.
struct NodeRequest: Sendable {
    /// The method as on the wire, such as `GET`.
    var method: String
    /// The request target as on the wire: path and query, percent-encoded.
    var target: String
    /// The value of the `Authorization` header.
    var authorization: String?
    /// The value of the `Content-Type` header.
    var contentType: String?
    var body: [UInt8]
    /// The body of an upload, in place of ``body``.
    var stream: RequestBodyStream?
    /// The client's IP address without the port: the address of the peer, or the address that a trusted proxy reports.
    var remoteAddress: String
    /// True if a trusted proxy forwarded the request.
    var isForwarded = false
    /// The memory for a large answer; `nil` if there is no connection.
    var room: ResponseBudget?
    /// The request's record; `nil` if there is no connection.
    var record: RequestRecord?
    /// Waits as long as the peer is connected; `nil` if there is no connection.
    var waitWhileConnected: Call.Wait?

    init(
        method: String, target: String, authorization: String? = nil, body: [UInt8] = [],
        remoteAddress: String = "127.0.0.1"
    ) {
        self.method = method
        self.target = target
        self.authorization = authorization
        self.body = body
        self.remoteAddress = remoteAddress
    }
}

extension NodeRequest {
    /// Creates the request that a listener has received, without its body.
    // A function of its own, apart from one that waits. A long poll would otherwise hold the space that this work needs.
    @inline(never)
    fileprivate init(_ request: ListenerRequest, in room: ResponseBudget) {
        self.init(
            method: request.method, target: request.target, authorization: request.headers.value(of: .authorization),
            remoteAddress: request.client.text)
        isForwarded = request.client.isForwarded
        contentType = request.headers.value(of: .contentType)
        self.room = room
        record = request.record
        let connected = request.withoutHead()
        waitWhileConnected = { work in try await connected.whileConnected(work) }
    }

    /// Returns the request without the texts that are used only before it is admitted.
    fileprivate func withoutHead() -> NodeRequest {
        var copy = self
        (copy.target, copy.authorization, copy.contentType) = ("", nil, nil)
        return copy
    }
}

/// The path and the query of a request, decoded (SDN sheet 7.1).
struct NodeTarget: Sendable {
    /// The segments of the path.
    let path: RequestTarget.Segments
    /// The query items. If a name occurs more than once, the first value counts.
    let query: [String: String]
    /// All values of each query item that occurs more than once, in order.
    let lists: [String: [String]]

    /// Decodes a request target. It is decoded without authentication, so it must be short (``NodeHandler/targetLimit``).
    /// - Throws: `RequestTarget.Fault` `tooLong`; `WireError` for an invalid escape, bytes that are not UTF-8, U+0000 or a `#`.
    init(_ text: String) throws {
        let target = try RequestTarget(text, longest: NodeHandler.targetLimit)
        // No client sends a fragment. If the node ignored the fragment, a client could add one to a path to bypass a proxy that blocks the path.
        guard !target.hasFragment else {
            throw WireError(.invalid, field: "path", reason: "a request's target has no fragment")
        }
        do throws(RequestTarget.Fault) {
            path = try target.segments()
            var query: [String: String] = [:], lists: [String: [String]] = [:]
            for item in try target.items() {
                if let first = query[item.name] {
                    lists[item.name, default: [first]].append(item.value)
                } else {
                    query[item.name] = item.value
                }
            }
            (self.query, self.lists) = (query, lists)
        } catch {
            guard case .malformed(let part, let reason) = error else { throw error }
            throw WireError(.invalid, field: part, reason: reason)
        }
    }
}

/// An answer. It always has a JSON body, except for `OPTIONS` requests and files.
struct NodeResponse: Sendable {
    /// A file on disk that is sent as the body.
    struct File: Sendable {
        let url: URL
        /// The length of the file in bytes.
        let length: Int
    }

    var status: Int
    /// Headers in addition to the CORS headers, which every answer has, and `Content-Type`, which defaults to JSON.
    var headers: [(name: String, value: String)] = []
    /// The whole body, or its first part if there is a ``rest``.
    var body: [UInt8]
    /// The parts after ``body``.
    var rest: (any AnswerParts)?
    /// The file that is sent in place of ``body``.
    var file: File?

    init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    init(_ answer: LongAnswer) {
        self.init(status: 200, body: answer.first)
        rest = answer.rest
    }

    /// Creates an error answer. The status defaults to that of the error code (SDN sheet 1.9 and 7.7).
    /// - Parameter members: the members of the body beside those of the error.
    init(_ error: MatrixError, status: Int? = nil, members: JSONObject = [:]) {
        var body = error.json.objectValue ?? [:]
        for (name, value) in members { body[name] = value }
        self.init(status: status ?? Self.status(of: error.code), body: JSONValue.object(body).serialized())
        if let wait = error.retryAfter?.milliseconds {
            headers.append((name: "Retry-After", value: String(wait / 1000 + (wait % 1000 == 0 ? 0 : 1))))
        }
    }

    private static func status(of code: MatrixError.Code) -> Int {
        switch code {
        case .forbidden, .userDeactivated, .userSuspended, .guestAccessForbidden: 403
        case .unknownToken, .missingToken, .userLocked: 401
        case .notFound, .unrecognized: 404
        case .limitExceeded: 429
        case .tooLarge: 413
        case .staleDID, .cannotOverwriteMedia: 409
        case .notYetUploaded: 504
        default: 400
        }
    }
}

/// A JSON answer: either the whole answer, or the first part of an answer that is too large to be in memory as a whole.
struct LongAnswer: Sendable {
    /// The size at which a part ends, in bytes. The last event of a part may exceed this size.
    static let partSize = ResponseBudget.partSize

    let first: [UInt8]
    /// The parts after ``first``; `nil` if there are none.
    var rest: (any AnswerParts)?

    init(_ first: [UInt8], then rest: (any AnswerParts)? = nil) {
        self.first = first
        self.rest = rest
    }
}

extension NodeHandler: ListenerHandler {
    func admit(_ request: ListenerRequest) async -> ListenerAdmission {
        let inside = NodeRequest(request, in: request.room())
        switch await admit(inside) {
        case .answered(let refusal): return .answered(ListenerResponse(refusal, in: inside.room))
        case .admitted(let admitted) where admitted.route.waits && admitted.reading == .skipped:
            let waiting = inside.withoutHead()
            return .waits { ListenerResponse(await respond(admitted, to: waiting), in: waiting.room) }
        case .admitted(let admitted):
            return .admitted(admitted.reading) { body in await respond(admitted, to: inside, body) }
        }
    }

    private func respond(_ admitted: Admitted, to head: NodeRequest, _ body: ReceivedBody) async -> ListenerResponse {
        var request = head, admitted = admitted
        switch body {
        case .skipped: break
        case .whole(let bytes):
            request.body = bytes
            // Also an empty body may arrive late, if its length is not known before.
            switch await readmit(admitted, head) {
            case .admitted(let again): admitted = again
            case .answered(let refusal): return ListenerResponse(refusal, in: head.room)
            }
        // An upload checks its caller when it stores the file.
        case .inParts(let stream): request.stream = stream
        }
        let answer = await respond(admitted, to: request)
        var response = ListenerResponse(answer, in: request.room)
        // With these statuses, the node may not have read the whole file. The connection is then closed, so that the rest of the file is not taken
        // for the next request.
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
        // The listener adds a few fields.
        headers.reserveCapacity(headers.count + answer.headers.count + 5)
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
