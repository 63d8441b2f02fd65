/// What went wrong on this side of the wire: no answer, an answer that is no answer, a value that cannot be sent.
///
/// What the node itself refuses is an ``MXError``. A cancelled call throws `CancellationError`.
public struct SDNSDKError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A stable name for a kind of error; new ones may be added.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The stable text, such as `timed_out`.
        public let rawValue: String
        /// A code of that text; any text is accepted.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The node's host name does not resolve.
        public static let unknownHost = Code(rawValue: "unknown_host")
        /// No connection came about; the request was not sent.
        public static let cannotConnect = Code(rawValue: "cannot_connect")
        /// The connection broke; the node may or may not have acted.
        public static let connectionLost = Code(rawValue: "connection_lost")
        /// No answer in time; the node may or may not have acted.
        public static let timedOut = Code(rawValue: "timed_out")
        /// TLS could not be agreed, or the certificate is not trusted.
        public static let insecureConnection = Code(rawValue: "insecure_connection")
        /// The answer is longer than the client accepts.
        public static let responseTooLarge = Code(rawValue: "response_too_large")
        /// An HTTP status other than 2xx, and no Matrix error body with it.
        public static let httpStatus = Code(rawValue: "http_status")
        /// A 2xx answer whose body is not what the endpoint promises.
        public static let malformedResponse = Code(rawValue: "malformed_response")
        /// A value that the caller gave cannot be sent.
        public static let invalidArgument = Code(rawValue: "invalid_argument")
        /// The call needs an access token or a user id and the credentials have none.
        public static let missingCredentials = Code(rawValue: "missing_credentials")
        /// The call needs an identity server and none is set.
        public static let missingIdentityServer = Code(rawValue: "missing_identity_server")
        /// The wallet or the app's signer did not sign.
        public static let signingFailed = Code(rawValue: "signing_failed")
        /// The client was closed.
        public static let closed = Code(rawValue: "closed")
    }

    /// The kind of error, for the program to decide by.
    public let code: Code
    /// The field, argument or response member concerned; empty when there is none.
    public let field: String
    /// The endpoint concerned, such as `PUT rooms/{roomId}/send/{eventType}/{txnId}`; never with ids in it.
    public let endpoint: String
    /// The HTTP status, when there was an answer.
    public let httpStatus: Int?
    /// A sentence for a person, without full stop. Never quotes a body, a token or a signature.
    public let reason: String

    /// An error of a kind, for transports, signers and stores of an app's own.
    /// - Parameters:
    ///   - code: the kind of error.
    ///   - field: the field, argument or response member concerned.
    ///   - endpoint: the endpoint concerned, without ids.
    ///   - httpStatus: the HTTP status, when there was an answer.
    ///   - reason: a sentence for a person, without full stop and without secrets.
    public init(_ code: Code, field: String = "", endpoint: String = "", httpStatus: Int? = nil, reason: String) {
        self.code = code
        self.field = field
        self.endpoint = endpoint
        self.httpStatus = httpStatus
        self.reason = reason
    }

    /// The same error with the endpoint filled in.
    package func at(_ endpoint: String) -> SDNSDKError {
        SDNSDKError(code, field: field, endpoint: self.endpoint.isEmpty ? endpoint : self.endpoint, httpStatus: httpStatus, reason: reason)
    }

    public var description: String {
        var text = code.rawValue
        if !endpoint.isEmpty { text += " (\(endpoint))" }
        if !field.isEmpty { text += " at \(field)" }
        return text + ": " + reason
    }
}
