import HeraldJSON
import SDNWire

/// An error with which a node refuses a request: `{"errcode":…,"error":…}` (SDN sheet 1.9, 5.4 and 7.7).
///
/// Two errors are equal when their codes are. `error == .forbidden` and `catch MXError.forbidden` therefore test the kind of error.
///
/// ```swift
/// do {
///     print(try await client.joinedRooms())
/// } catch MXError.unknownToken {
///     print("Log in again")
/// } catch let error as MXError where error == .limitExceeded {
///     print("Try again in \(error.retryAfter ?? .seconds(1))")
/// }
/// ```
public struct MXError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The Matrix error code, such as `M_FORBIDDEN`. Unknown codes are kept unchanged.
    public let errcode: String
    /// The node's sentence for people.
    public let error: String
    /// The time that the client should wait before the next request. A node may send it with `M_LIMIT_EXCEEDED`.
    public let retryAfter: Duration?
    /// True when a new login with the same device continues the session. A node sends it with `M_UNKNOWN_TOKEN`.
    public let softLogout: Bool?
    /// The HTTP status of the answer; `nil` for a constant such as ``forbidden``.
    public let httpStatus: Int?
    /// The endpoint that answered, such as `POST did/login`; empty for a constant such as ``forbidden``.
    public let endpoint: String
    /// The whole error body, for members such as `flows` and `session` of a user-interactive authentication.
    public let userInfo: JSONObject

    /// Creates an error as a node would send it, for tests and for an app's own transports.
    /// - Parameters:
    ///   - errcode: the Matrix error code, such as `M_FORBIDDEN`.
    ///   - error: a sentence for people.
    ///   - retryAfter: the time to wait before the next request.
    ///   - softLogout: true if a new login with the same device continues the session.
    ///   - httpStatus: the HTTP status of the answer.
    ///   - endpoint: the endpoint that answered, without IDs.
    ///   - userInfo: the whole error body.
    public init(
        errcode: String, error: String = "", retryAfter: Duration? = nil, softLogout: Bool? = nil,
        httpStatus: Int? = nil,
        endpoint: String = "", userInfo: JSONObject = [:]
    ) {
        self.errcode = errcode
        self.error = error
        self.retryAfter = retryAfter
        self.softLogout = softLogout
        self.httpStatus = httpStatus
        self.endpoint = endpoint
        self.userInfo = userInfo
    }

    /// Reads an error body. Returns `nil` when the body has no string `errcode` and does not ask for user-interactive authentication.
    package init?(body: JSONValue, httpStatus: Int, endpoint: String) {
        guard let object = body.objectValue else { return nil }
        guard let wire = MatrixError(json: body) else {
            guard httpStatus == 401, object["flows"]?.arrayValue != nil else { return nil }
            self.init(
                errcode: MXError.authenticationRequired.errcode, error: "this call needs another authentication",
                httpStatus: httpStatus,
                endpoint: endpoint, userInfo: object)
            return
        }
        self.init(
            errcode: wire.code.rawValue, error: wire.message, retryAfter: wire.retryAfter,
            softLogout: wire.softLogout, httpStatus: httpStatus, endpoint: endpoint, userInfo: object)
    }

    init(_ code: MatrixError.Code) { self.init(errcode: code.rawValue) }

    /// True when the codes are equal. Sentence, status and endpoint are not compared.
    public static func == (left: MXError, right: MXError) -> Bool { left.errcode == right.errcode }
    /// Hashes only the code, because `==` compares only the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(errcode) }

    /// Lets `catch MXError.forbidden` and `case MXError.forbidden` match any error of that code.
    public static func ~= (pattern: MXError, error: any Error) -> Bool { (error as? MXError) == pattern }

    public var description: String { endpoint.isEmpty ? "\(errcode): \(error)" : "\(errcode) (\(endpoint)): \(error)" }
}

extension MXError {
    /// The node does not allow the call: a signature, a challenge, a power level or a membership is insufficient. Status 403.
    public static let forbidden = MXError(.forbidden)
    /// The access token is unknown or no longer valid. ``softLogout`` is true if a new login continues the session. Status 401.
    public static let unknownToken = MXError(.unknownToken)
    /// The call needs an access token and none was sent. Status 401.
    public static let missingToken = MXError(.missingToken)
    /// The body was JSON, but not in the form that the endpoint requires. Status 400.
    public static let badJSON = MXError(.badJSON)
    /// The body was not JSON. Status 400.
    public static let notJSON = MXError(.notJSON)
    /// The node does not have the user, DID, room, event or piece of state. Status 404.
    public static let notFound = MXError(.notFound)
    /// Too many requests were sent. ``retryAfter`` is the time to wait. Status 429.
    public static let limitExceeded = MXError(.limitExceeded)
    /// The node does not have the endpoint. Status 404 or 405.
    public static let unrecognized = MXError(.unrecognized)
    /// The node failed and gives no reason. Status 400 or 500.
    public static let unknown = MXError(.unknown)
    /// A required field was absent. Status 400.
    public static let missingParam = MXError(.missingParam)
    /// A field was malformed, such as an address, a DID or a signature. Status 400.
    public static let invalidParam = MXError(.invalidParam)
    /// The user name has characters that are not allowed in a user ID. Status 400.
    public static let invalidUsername = MXError(.invalidUsername)
    /// The user name is taken. Status 400.
    public static let userInUse = MXError(.userInUse)
    /// The room alias is taken. Status 400.
    public static let roomInUse = MXError(.roomInUse)
    /// The state of the member or room does not allow the call, such as unbanning a user who is not banned.
    public static let badState = MXError(.badState)
    /// The request, or the event that it creates, is larger than the node accepts. Status 413.
    public static let tooLarge = MXError(.tooLarge)
    /// The name is reserved for an application service. Status 400.
    public static let exclusive = MXError(.exclusive)
    /// The account was deactivated. Status 403.
    public static let userDeactivated = MXError(.userDeactivated)
    /// The account is locked. It may be unlocked again. Status 401.
    public static let userLocked = MXError(.userLocked)
    /// The user has reached a limit of the node, such as the space for files. Status 403.
    public static let resourceLimitExceeded = MXError(.resourceLimitExceeded)
    /// The node does not support the requested room version. Status 400.
    public static let unsupportedRoomVersion = MXError(.unsupportedRoomVersion)
    /// The node asks for user-interactive authentication. ``userInfo`` has the `flows` and the `session`. The node sends no code with this
    /// answer, so the client sets this code.
    public static let authenticationRequired = MXError(errcode: "SDN_AUTHENTICATION_REQUIRED")
    /// SendingNetwork's own code: the DID document changed after the message was created (SDN sheet 1.8).
    public static let staleDID = MXError(.staleDID)
}
