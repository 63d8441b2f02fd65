import HeraldJSON

/// The error body of the client-server API: `{"errcode":…,"error":…}` (SDN sheet 1.9 and 7.7).
public struct MatrixError: Error, Sendable, Hashable, CustomStringConvertible {
    /// An `errcode`. Unknown codes are kept unchanged.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code as it is on the wire, such as `M_FORBIDDEN`.
        public let rawValue: String
        /// Makes a code from any text, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// `M_FORBIDDEN`
        public static let forbidden = Code(rawValue: "M_FORBIDDEN")
        /// `M_UNKNOWN_TOKEN`
        public static let unknownToken = Code(rawValue: "M_UNKNOWN_TOKEN")
        /// `M_MISSING_TOKEN`
        public static let missingToken = Code(rawValue: "M_MISSING_TOKEN")
        /// `M_BAD_JSON`
        public static let badJSON = Code(rawValue: "M_BAD_JSON")
        /// `M_NOT_JSON`
        public static let notJSON = Code(rawValue: "M_NOT_JSON")
        /// `M_NOT_FOUND`
        public static let notFound = Code(rawValue: "M_NOT_FOUND")
        /// `M_LIMIT_EXCEEDED`
        public static let limitExceeded = Code(rawValue: "M_LIMIT_EXCEEDED")
        /// `M_UNRECOGNIZED`
        public static let unrecognized = Code(rawValue: "M_UNRECOGNIZED")
        /// `M_UNKNOWN`
        public static let unknown = Code(rawValue: "M_UNKNOWN")
        /// `M_MISSING_PARAM`
        public static let missingParam = Code(rawValue: "M_MISSING_PARAM")
        /// `M_INVALID_PARAM`
        public static let invalidParam = Code(rawValue: "M_INVALID_PARAM")
        /// `M_INVALID_USERNAME`
        public static let invalidUsername = Code(rawValue: "M_INVALID_USERNAME")
        /// `M_USER_IN_USE`
        public static let userInUse = Code(rawValue: "M_USER_IN_USE")
        /// `M_ROOM_IN_USE`
        public static let roomInUse = Code(rawValue: "M_ROOM_IN_USE")
        /// `M_BAD_STATE`
        public static let badState = Code(rawValue: "M_BAD_STATE")
        /// `M_TOO_LARGE`
        public static let tooLarge = Code(rawValue: "M_TOO_LARGE")
        /// `M_EXCLUSIVE`
        public static let exclusive = Code(rawValue: "M_EXCLUSIVE")
        /// `M_USER_DEACTIVATED`
        public static let userDeactivated = Code(rawValue: "M_USER_DEACTIVATED")
        /// `M_USER_LOCKED`
        public static let userLocked = Code(rawValue: "M_USER_LOCKED")
        /// `M_DUPLICATE_ANNOTATION`
        public static let duplicateAnnotation = Code(rawValue: "M_DUPLICATE_ANNOTATION")
        /// `M_BAD_ALIAS`
        public static let badAlias = Code(rawValue: "M_BAD_ALIAS")
        /// `M_GUEST_ACCESS_FORBIDDEN`
        public static let guestAccessForbidden = Code(rawValue: "M_GUEST_ACCESS_FORBIDDEN")
        /// `M_RESOURCE_LIMIT_EXCEEDED`
        public static let resourceLimitExceeded = Code(rawValue: "M_RESOURCE_LIMIT_EXCEEDED")
        /// `M_UNSUPPORTED_ROOM_VERSION`
        public static let unsupportedRoomVersion = Code(rawValue: "M_UNSUPPORTED_ROOM_VERSION")
        /// SendingNetwork's own code: the DID document changed after the message was created.
        public static let staleDID = Code(rawValue: "SDN_STALE_DID")
    }

    /// The `errcode`.
    public let code: Code
    /// A sentence for people. Never contains a token, a signature or a key.
    public let message: String
    /// The time to wait before the next attempt, in whole milliseconds. Present only with `M_LIMIT_EXCEEDED`.
    public let retryAfter: Duration?
    /// True when the user can continue the session by logging in again with the same device id. Present only with `M_UNKNOWN_TOKEN`.
    public let softLogout: Bool?

    /// Creates an error. Parts of a millisecond of `retryAfter` are dropped, because the error body has none.
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

    /// The code and the sentence.
    public var description: String { "\(code.rawValue): \(message)" }
}
