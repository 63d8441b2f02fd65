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
    /// The HTTP status of the answer; `nil` for a constant.
    public let httpStatus: Int?
    /// The endpoint that answered, such as `POST did/login`; empty for a constant.
    public let endpoint: String
    /// The whole error body, for members such as `flows` and `session` of an interactive authentication.
    public let userInfo: JSONObject

    /// An error as a node would send it, for tests and for transports of an app's own.
    /// - Parameters:
    ///   - errcode: the Matrix error code, such as `M_FORBIDDEN`.
    ///   - error: a sentence for a person.
    ///   - retryAfterMilliseconds: how long to wait before the next try.
    ///   - softLogout: whether logging in again with the same device revives the session.
    ///   - httpStatus: the HTTP status of the answer.
    ///   - endpoint: the endpoint that answered, without ids.
    ///   - userInfo: the whole error body.
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

    /// Equal when the codes are; sentence, status and endpoint do not count.
    public static func == (left: MXError, right: MXError) -> Bool { left.errcode == right.errcode }
    /// Hashes the code alone, as `==` compares it.
    public func hash(into hasher: inout Hasher) { hasher.combine(errcode) }

    /// Lets `catch MXError.forbidden` and `case MXError.forbidden` match any error of that code.
    public static func ~= (pattern: MXError, error: any Error) -> Bool { (error as? MXError) == pattern }

    public var description: String { endpoint.isEmpty ? "\(errcode): \(error)" : "\(errcode) (\(endpoint)): \(error)" }
}

extension MXError {
    /// The node does not allow it: a signature, a challenge, a power level or a membership is not good enough. Status 403.
    public static let forbidden = MXError(.forbidden)
    /// The access token is not, or no longer, known; ``softLogout`` says whether logging in again helps. Status 401.
    public static let unknownToken = MXError(.unknownToken)
    /// The call needs an access token and had none. Status 401.
    public static let missingToken = MXError(.missingToken)
    /// The body was JSON and not what the endpoint takes. Status 400.
    public static let badJSON = MXError(.badJSON)
    /// The body was not JSON. Status 400.
    public static let notJSON = MXError(.notJSON)
    /// The node does not have it: a user, a DID, a room, an event, a piece of state. Status 404.
    public static let notFound = MXError(.notFound)
    /// Too many requests; ``retryAfterMilliseconds`` says how long to wait. Status 429.
    public static let limitExceeded = MXError(.limitExceeded)
    /// The node does not have the endpoint. Status 404 or 405.
    public static let unrecognized = MXError(.unrecognized)
    /// The node says no more than that it failed. Status 400 or 500.
    public static let unknown = MXError(.unknown)
    /// A field that the endpoint needs was absent. Status 400.
    public static let missingParam = MXError(.missingParam)
    /// A field was malformed, such as an address, a DID or a signature. Status 400.
    public static let invalidParam = MXError(.invalidParam)
    /// The user name has characters that no user id may have. Status 400.
    public static let invalidUsername = MXError(.invalidUsername)
    /// The user name is taken. Status 400.
    public static let userInUse = MXError(.userInUse)
    /// The room alias is taken. Status 400.
    public static let roomInUse = MXError(.roomInUse)
    /// The member or room is not in a state in which this can be done, such as unbanning somebody who is not banned.
    public static let badState = MXError(.badState)
    /// The request, or the event it makes, is larger than the node takes. Status 413.
    public static let tooLarge = MXError(.tooLarge)
    /// The name is reserved for an application service. Status 400.
    public static let exclusive = MXError(.exclusive)
    /// The account was given up. Status 403.
    public static let userDeactivated = MXError(.userDeactivated)
    /// The account is locked and may be unlocked again. Status 401.
    public static let userLocked = MXError(.userLocked)
    /// The user has all that the node gives a user, such as room for files. Status 403.
    public static let resourceLimitExceeded = MXError(.resourceLimitExceeded)
    /// The node does not have the room version that was asked for. Status 400.
    public static let unsupportedRoomVersion = MXError(.unsupportedRoomVersion)
    /// The node wants stages of an interactive authentication done; ``userInfo`` has its `flows` and `session`. The node sends no
    /// code of its own with that, so the client gives it this one.
    public static let authenticationRequired = MXError(errcode: "SDN_AUTHENTICATION_REQUIRED")
    /// SDN's own: the DID document changed since the message was made (SDN sheet 1.8).
    public static let staleDID = MXError(.staleDID)
}
