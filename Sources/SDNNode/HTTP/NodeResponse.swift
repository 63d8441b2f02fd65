import Foundation
import HeraldJSON
import HeraldPeer
import SDNWire

/// An answer: always a JSON body, except to `OPTIONS` and where a file was asked for.
struct NodeResponse: Sendable {
    /// A file on disk as the body.
    struct File: Sendable {
        let url: URL
        /// In bytes.
        let length: Int
    }

    var status: Int
    /// Headers beside the CORS ones, which every answer has, and `Content-Type`, which defaults to JSON's.
    var headers: [(name: String, value: String)] = []
    /// The whole body, or its first part when there is a ``rest``.
    var body: [UInt8]
    /// What follows on ``body``.
    var rest: (any AnswerParts)?
    /// In place of ``body``.
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

    /// An error body with the status that belongs to its code (SDN sheet 1.9 and 7.7), or another one.
    init(_ error: MatrixError, status: Int? = nil) {
        self.init(status: status ?? Self.status(of: error.code), body: error.json.serialized())
        if let wait = error.retryAfterMilliseconds {
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

/// The 401 that asks for a stage of user-interactive authentication; its body is no error body (SDN sheet 7.7).
struct InteractiveAuthRequired: Error {
    let session: String
    let stages: [String]
    /// What the stages need to know, by stage.
    var params: JSONObject = [:]
    /// Why the stage that was tried was not enough.
    var error: MatrixError?

    var json: JSONValue {
        var object: JSONObject = [
            "session": .string(session), "flows": [["stages": .array(stages.map(JSONValue.string))]], "params": .object(params), "completed": [],
        ]
        object.set("errcode", error?.code.rawValue)
        object.set("error", error?.message)
        return .object(object)
    }
}
