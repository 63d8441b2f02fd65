import HeraldJSON
import SDNWire

/// What a node answered instead of doing it: `{"errcode":…,"error":…}` (SDN sheet 1.9, 5.4 and 7.7).
///
/// Two are equal when their codes are, so `error == .forbidden` and `catch MXError.forbidden` ask for the kind.
public struct MXError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The Matrix error code, such as `M_FORBIDDEN`; unknown ones are kept as they are.
    public let errcode: String
    /// The node's sentence for a person.
    public let error: String
    /// How long the node asks to wait, in milliseconds; with `M_LIMIT_EXCEEDED`.
    public let retryAfterMilliseconds: Int64?
    /// Whether logging in again with the same device revives the session; with `M_UNKNOWN_TOKEN`.
    public let softLogout: Bool?
    public let httpStatus: Int?
    /// The endpoint that answered, such as `POST did/login`; empty for a constant.
    public let endpoint: String
    /// The whole error body, for members such as `flows` and `session` of an interactive authentication.
    public let userInfo: JSONObject

    public init(
        errcode: String, error: String = "", retryAfterMilliseconds: Int64? = nil, softLogout: Bool? = nil, httpStatus: Int? = nil,
        endpoint: String = "", userInfo: JSONObject = [:]
    ) {
        self.errcode = errcode
        self.error = error
        self.retryAfterMilliseconds = retryAfterMilliseconds
        self.softLogout = softLogout
        self.httpStatus = httpStatus
        self.endpoint = endpoint
        self.userInfo = userInfo
    }

    /// Reads an error body; `nil` when it has no text `errcode` and asks for no authentication.
    init?(body: JSONValue, httpStatus: Int, endpoint: String) {
        guard let object = body.objectValue else { return nil }
        guard let wire = MatrixError(json: body) else {
            guard httpStatus == 401, object["flows"]?.arrayValue != nil else { return nil }
            self.init(
                errcode: MXError.authenticationRequired.errcode, error: "this call needs another authentication", httpStatus: httpStatus,
                endpoint: endpoint, userInfo: object)
            return
        }
        self.init(
            errcode: wire.code.rawValue, error: wire.message, retryAfterMilliseconds: wire.retryAfterMilliseconds,
            softLogout: wire.softLogout, httpStatus: httpStatus, endpoint: endpoint, userInfo: object)
    }

    init(_ code: MatrixError.Code) { self.init(errcode: code.rawValue) }

    public static func == (left: MXError, right: MXError) -> Bool { left.errcode == right.errcode }
    public func hash(into hasher: inout Hasher) { hasher.combine(errcode) }

    /// Lets `catch MXError.forbidden` and `case MXError.forbidden` match any error of that code.
    public static func ~= (pattern: MXError, error: any Error) -> Bool { (error as? MXError) == pattern }

    public var description: String { endpoint.isEmpty ? "\(errcode): \(error)" : "\(errcode) (\(endpoint)): \(error)" }
}

extension MXError {
    public static let forbidden = MXError(.forbidden)
    public static let unknownToken = MXError(.unknownToken)
    public static let missingToken = MXError(.missingToken)
    public static let badJSON = MXError(.badJSON)
    public static let notJSON = MXError(.notJSON)
    public static let notFound = MXError(.notFound)
    public static let limitExceeded = MXError(.limitExceeded)
    public static let unrecognized = MXError(.unrecognized)
    public static let unknown = MXError(.unknown)
    public static let missingParam = MXError(.missingParam)
    public static let invalidParam = MXError(.invalidParam)
    public static let invalidUsername = MXError(.invalidUsername)
    public static let userInUse = MXError(.userInUse)
    public static let roomInUse = MXError(.roomInUse)
    public static let badState = MXError(.badState)
    public static let tooLarge = MXError(.tooLarge)
    public static let exclusive = MXError(.exclusive)
    public static let userDeactivated = MXError(.userDeactivated)
    public static let userLocked = MXError(.userLocked)
    public static let unsupportedRoomVersion = MXError(.unsupportedRoomVersion)
    /// The node wants stages of an interactive authentication done; ``userInfo`` has its `flows` and `session`. The node sends no
    /// code of its own with that, so the client gives it this one.
    public static let authenticationRequired = MXError(errcode: "SDN_AUTHENTICATION_REQUIRED")
    /// SDN's own: the DID document changed since the message was made (SDN sheet 1.8).
    public static let staleDID = MXError(.staleDID)
}
