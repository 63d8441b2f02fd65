/// A server's error code: its text in the answer, its HTTP status and its meaning (OpenDID sheet 5.3).
public struct ServiceErrorCode: Sendable, Hashable, CustomStringConvertible {
    /// The code in the answer, such as `SSRVTRA16510`.
    public let text: String
    /// The HTTP status.
    public let status: Int
    /// The meaning of the code, as a sentence with a full stop.
    public let meaning: String

    init(_ text: String, _ status: Int, _ meaning: String) {
        self.text = text
        self.status = status
        self.meaning = meaning
    }

    public var description: String { text }

    /// Returns the same code with another HTTP status.
    func under(_ status: Int) -> ServiceErrorCode { ServiceErrorCode(text, status, meaning) }
}

/// The error with which a server refuses a request (OpenDID sheet 5.3): a code with its status, and a sentence. It never contains a secret.
public struct ServiceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The error code with its HTTP status.
    public let code: ServiceErrorCode
    /// The sentence in the body of the answer.
    public let description: String

    /// Creates an error.
    /// - Parameters:
    ///   - code: the error's code.
    ///   - detail: describes the fault in this request, without a full stop. It is appended to the code's meaning.
    ///     Defaults to no text.
    public init(_ code: ServiceErrorCode, _ detail: String? = nil) {
        self.code = code
        self.description = detail.map { "\(code.meaning) (\($0))" } ?? code.meaning
    }

    private init(code: ServiceErrorCode, description: String) {
        self.code = code
        self.description = description
    }

    /// Returns the same error with another HTTP status.
    func under(_ status: Int) -> ServiceError {
        ServiceError(code: code.under(status), description: description)
    }

    /// Creates an error that relays another server's error, with its code and text unchanged (OpenDID sheet 5.3). The status is 400.
    public init(relayed code: String, description: String) {
        self.code = ServiceErrorCode(code, 400, description)
        self.description = description
    }
}

extension ServiceErrorCode {
    /// Returns an error with this code and a detail: `throw TASError.bodyInvalid("the nonce is too short")`.
    func callAsFunction(_ detail: String) -> ServiceError { ServiceError(self, detail) }
}

/// The errors for requests that do not reach the handler of a server. Upstream's framework answers such requests with a page of its own.
/// Herald's codes are modelled on upstream's `9999` (OpenDID sheet 5.3).
enum FrontError {
    /// A required member is missing (upstream's bean validation). The status of the answer is the server's
    /// ``ServiceRole/validationStatus``.
    static let validation = ServiceErrorCode("9999", 500, "A member is missing or empty.")
    static let malformedTarget = ServiceErrorCode("9400", 400, "The path or the query cannot be read.")
    static let credentialNeeded = ServiceErrorCode("9401", 401, "This endpoint is for the operator.")
    static let peerNeeded = ServiceErrorCode("9401", 401, "This endpoint is for the other servers.")
    static let unknownPath = ServiceErrorCode("9404", 404, "There is no such endpoint.")
    static let methodNotAllowed = ServiceErrorCode("9405", 405, "The endpoint does not know this method.")
    static let bodyTooSlow = ServiceErrorCode("9408", 408, "The request took too long to arrive.")
    static let bodyTooLarge = ServiceErrorCode("9413", 413, "The request is too large.")
    static let tooManyHalfSent = ServiceErrorCode("9429", 429, "Too many requests from your address are half sent.")
    static let tooManyHalfSentByAll = ServiceErrorCode("9503", 503, "Too many requests are half sent.")
    static let tooMany = ServiceErrorCode("9429", 429, "Too many requests.")
    static let tooManyUnread = ServiceErrorCode("9503", 503, "Too many answers wait until your address reads them.")
    static let unavailable = ServiceErrorCode(
        "9503", 503, "The database or another server is not available at the moment.")
    static let notReady = ServiceErrorCode("9503", 503, "The server is starting or stopping.")
}
