import Foundation
import HeraldJSON
import HeraldPeer
import SDNWire

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
    init(_ error: MatrixError, status: Int? = nil) {
        self.init(status: status ?? Self.status(of: error.code), body: error.json.serialized())
        if let wait = error.retryAfter?.milliseconds {
            headers.append((name: "Retry-After", value: String(wait / 1000 + (wait % 1000 == 0 ? 0 : 1))))
        }
    }

    private static func status(of code: MatrixError.Code) -> Int {
        switch code {
        case .forbidden, .userDeactivated, .guestAccessForbidden: 403
        case .unknownToken, .missingToken, .userLocked: 401
        case .notFound, .unrecognized: 404
        case .limitExceeded: 429
        case .tooLarge: 413
        case .staleDID: 409
        default: 400
        }
    }
}

/// The 401 answer that requests a stage of user-interactive authentication. Its body is not a standard error body (SDN sheet 7.7).
struct InteractiveAuthRequired: Error {
    let session: String
    let stages: [String]
    /// The parameters of the stages, by stage.
    var params: JSONObject = [:]
    /// The reason why the attempted stage failed.
    var error: MatrixError?

    var json: JSONValue {
        var object: JSONObject = [
            "session": .string(session), "flows": [["stages": .array(stages.map(JSONValue.string))]],
            "params": .object(params), "completed": [],
        ]
        object.set("errcode", error?.code.rawValue)
        object.set("error", error?.message)
        return .object(object)
    }
}
