/// An error that this library reports itself: the node gave no answer, its answer cannot be used, or a value cannot be sent.
///
/// A node's own refusal is an ``MXError``. A cancelled call throws `CancellationError`.
///
/// ```swift
/// do {
///     try await room.sendTextMessage("Hello")
/// } catch let error as SDNSDKError where error.code == .timedOut {
///     print("The node did not answer:", error.reason)
/// }
/// ```
public struct SDNSDKError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A stable name for a kind of error. New codes may be added.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The stable string, such as `timed_out`.
        public let rawValue: String
        /// Creates a code from a string. Any string is accepted.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The node's host name does not resolve.
        public static let unknownHost = Code(rawValue: "unknown_host")
        /// No connection was made, so the request was not sent.
        public static let cannotConnect = Code(rawValue: "cannot_connect")
        /// The connection broke. The node may or may not have acted.
        public static let connectionLost = Code(rawValue: "connection_lost")
        /// No answer arrived in time. The node may or may not have acted.
        public static let timedOut = Code(rawValue: "timed_out")
        /// The TLS handshake failed, or the certificate is not trusted.
        public static let insecureConnection = Code(rawValue: "insecure_connection")
        /// The answer is longer than the client accepts.
        public static let responseTooLarge = Code(rawValue: "response_too_large")
        /// The HTTP status is not 2xx, and the body is not a Matrix error.
        public static let httpStatus = Code(rawValue: "http_status")
        /// The HTTP status is 2xx, but the body does not have the form that the endpoint promises.
        public static let malformedResponse = Code(rawValue: "malformed_response")
        /// A value given by the caller cannot be sent.
        public static let invalidArgument = Code(rawValue: "invalid_argument")
        /// The call needs an access token or a user ID, and the credentials have none.
        public static let missingCredentials = Code(rawValue: "missing_credentials")
        /// The call needs an identity server, and none is set.
        public static let missingIdentityServer = Code(rawValue: "missing_identity_server")
        /// The wallet or the app's signer did not sign.
        public static let signingFailed = Code(rawValue: "signing_failed")
        /// The client was closed.
        public static let closed = Code(rawValue: "closed")
    }

    /// The kind of error. Programs decide by this code.
    public let code: Code
    /// The field, argument or response member that the error is about; empty when there is none.
    public let field: String
    /// The endpoint that the error is about, such as `PUT rooms/{roomId}/send/{eventType}/{txnId}`. It never contains IDs.
    public let endpoint: String
    /// The HTTP status of the answer; `nil` when there was no answer.
    public let httpStatus: Int?
    /// A sentence for people, without full stop. It never quotes a body, a token or a signature.
    public let reason: String

    /// Creates an error, for an app's own transports, signers and stores.
    /// - Parameters:
    ///   - code: the kind of error.
    ///   - field: the field, argument or response member concerned.
    ///   - endpoint: the endpoint concerned, without IDs.
    ///   - httpStatus: the HTTP status, when there was an answer.
    ///   - reason: a sentence for people, without full stop and without secrets.
    public init(_ code: Code, field: String = "", endpoint: String = "", httpStatus: Int? = nil, reason: String) {
        self.code = code
        self.field = field
        self.endpoint = endpoint
        self.httpStatus = httpStatus
        self.reason = reason
    }

    /// Returns the same error with the endpoint filled in.
    package func at(_ endpoint: String) -> SDNSDKError {
        SDNSDKError(
            code, field: field, endpoint: self.endpoint.isEmpty ? endpoint : self.endpoint, httpStatus: httpStatus,
            reason: reason)
    }

    public var description: String {
        var text = code.rawValue
        if !endpoint.isEmpty { text += " (\(endpoint))" }
        if !field.isEmpty { text += " at \(field)" }
        return text + ": " + reason
    }
}
