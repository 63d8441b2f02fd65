/// A server's error: its code in the answer, its HTTP status and its meaning (OpenDID sheet 5.3).
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

/// The error with which a request is refused (OpenDID sheet 5.3): a code, its status and a sentence. It never contains a secret.
public struct ServiceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The code with its status.
    public let code: ServiceErrorCode
    /// The sentence in the body of the answer.
    public let description: String

    /// Creates an error.
    /// - Parameters:
    ///   - code: the error's code.
    ///   - detail: the fault in this case, without a full stop. It follows the code's meaning. Defaults to none.
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

    /// Creates an error from another server's, with its code and text unchanged (OpenDID sheet 5.3). The status is 400.
    public init(relayed code: String, description: String) {
        self.code = ServiceErrorCode(code, 400, description)
        self.description = description
    }
}

extension ServiceErrorCode {
    /// Returns the error with a detail: `throw TASError.bodyInvalid("the nonce is too short")`.
    func callAsFunction(_ detail: String) -> ServiceError { ServiceError(self, detail) }
}
