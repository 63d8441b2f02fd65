import HeraldJSON

/// The error body of the client-server API: `{"errcode":…,"error":…}` (SDN sheet 1.9 and 7.7).
///
/// ```swift
/// let error = MatrixError(.limitExceeded, "too many requests", retryAfter: .seconds(2))
/// let body = error.json   // {"errcode":"M_LIMIT_EXCEEDED","error":"too many requests","retry_after_ms":2000}
/// ```
public struct MatrixError: Error, Sendable, Hashable, CustomStringConvertible {
    /// An error code, `errcode` on the wire. Unknown codes are kept unchanged.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code as it is on the wire, such as `M_FORBIDDEN`.
        public let rawValue: String
        /// Makes a code from any text, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The node does not allow the call.
        public static let forbidden = Code(rawValue: "M_FORBIDDEN")
        /// The access token is unknown or no longer valid.
        public static let unknownToken = Code(rawValue: "M_UNKNOWN_TOKEN")
        /// The call needs an access token and none was sent.
        public static let missingToken = Code(rawValue: "M_MISSING_TOKEN")
        /// The body is JSON, but not in the form that the endpoint requires.
        public static let badJSON = Code(rawValue: "M_BAD_JSON")
        /// The body is not JSON.
        public static let notJSON = Code(rawValue: "M_NOT_JSON")
        /// The node does not have the user, DID, room, event or piece of state.
        public static let notFound = Code(rawValue: "M_NOT_FOUND")
        /// Too many requests were sent.
        public static let limitExceeded = Code(rawValue: "M_LIMIT_EXCEEDED")
        /// The node does not have the endpoint.
        public static let unrecognized = Code(rawValue: "M_UNRECOGNIZED")
        /// The node failed and gives no reason.
        public static let unknown = Code(rawValue: "M_UNKNOWN")
        /// A required field is absent.
        public static let missingParam = Code(rawValue: "M_MISSING_PARAM")
        /// A field has an invalid value.
        public static let invalidParam = Code(rawValue: "M_INVALID_PARAM")
        /// The user name is not allowed.
        public static let invalidUsername = Code(rawValue: "M_INVALID_USERNAME")
        /// The user name is taken.
        public static let userInUse = Code(rawValue: "M_USER_IN_USE")
        /// The room alias is taken.
        public static let roomInUse = Code(rawValue: "M_ROOM_IN_USE")
        /// The state of the member or room does not allow the call.
        public static let badState = Code(rawValue: "M_BAD_STATE")
        /// The request or the event is larger than the node accepts.
        public static let tooLarge = Code(rawValue: "M_TOO_LARGE")
        /// The name is reserved for an application service.
        public static let exclusive = Code(rawValue: "M_EXCLUSIVE")
        /// The account was deactivated.
        public static let userDeactivated = Code(rawValue: "M_USER_DEACTIVATED")
        /// The account is locked.
        public static let userLocked = Code(rawValue: "M_USER_LOCKED")
        /// The account is suspended: its user may read, and do little else.
        public static let userSuspended = Code(rawValue: "M_USER_SUSPENDED")
        /// The user has already sent the same reaction to the event.
        public static let duplicateAnnotation = Code(rawValue: "M_DUPLICATE_ANNOTATION")
        /// A room alias in the request does not lead to the room.
        public static let badAlias = Code(rawValue: "M_BAD_ALIAS")
        /// The room or the node does not admit guests.
        public static let guestAccessForbidden = Code(rawValue: "M_GUEST_ACCESS_FORBIDDEN")
        /// A limit of the node is reached, such as the space for files.
        public static let resourceLimitExceeded = Code(rawValue: "M_RESOURCE_LIMIT_EXCEEDED")
        /// The keys are for a backup that is not the newest one.
        public static let wrongRoomKeysVersion = Code(rawValue: "M_WRONG_ROOM_KEYS_VERSION")
        /// A signature is absent or wrong.
        public static let invalidSignature = Code(rawValue: "M_INVALID_SIGNATURE")
        /// The node does not support the room version.
        public static let unsupportedRoomVersion = Code(rawValue: "M_UNSUPPORTED_ROOM_VERSION")
        /// The file's URI is reserved, and its file is not uploaded yet.
        public static let notYetUploaded = Code(rawValue: "M_NOT_YET_UPLOADED")
        /// The file's URI has a file already.
        public static let cannotOverwriteMedia = Code(rawValue: "M_CANNOT_OVERWRITE_MEDIA")
        /// SendingNetwork's own code: the DID document changed after the message was created.
        public static let staleDID = Code(rawValue: "SDN_STALE_DID")
    }

    /// The error code, `errcode` on the wire.
    public let code: Code
    /// A sentence for people. It never contains a token, a signature or a key.
    public let message: String
    /// The time to wait before the next attempt, in whole milliseconds. Present only with `M_LIMIT_EXCEEDED`.
    public let retryAfter: Duration?
    /// True when the user can continue the session by logging in again with the same device ID. Present only with `M_UNKNOWN_TOKEN`.
    public let softLogout: Bool?

    /// Creates an error. `retryAfter` is cut to whole milliseconds, because the error body holds only whole milliseconds.
    public init(_ code: Code, _ message: String, retryAfter: Duration? = nil, softLogout: Bool? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter.map { .milliseconds($0.milliseconds) }
        self.softLogout = softLogout
    }

    /// Reads an error body. Returns `nil` when it has no string `errcode`.
    public init?(json: JSONValue) {
        guard let code = json["errcode"]?.stringValue else { return nil }
        self.init(
            Code(rawValue: code), json["error"]?.stringValue ?? "",
            retryAfter: json["retry_after_ms"]?.intValue.map(Duration.milliseconds),
            softLogout: json["soft_logout"]?.boolValue)
    }

    /// The error body as JSON.
    public var json: JSONValue {
        var object: JSONObject = ["errcode": .string(code.rawValue), "error": .string(message)]
        object.set("retry_after_ms", retryAfter?.milliseconds)
        object.set("soft_logout", softLogout)
        return .object(object)
    }

    /// The code and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}
