/// An error that a server answers with: its code on the wire, the HTTP status that belongs to it, and what it means (OpenDID sheet 5.3).
public struct ServiceErrorCode: Sendable, Hashable, CustomStringConvertible {
    /// The code on the wire, such as `SSRVTRA16510`.
    public let text: String
    /// The HTTP status.
    public let status: Int
    /// What the code means: a sentence for a person, with full stop.
    public let meaning: String

    init(_ text: String, _ status: Int, _ meaning: String) {
        self.text = text
        self.status = status
        self.meaning = meaning
    }

    public var description: String { text }

    /// The same code under another HTTP status.
    func under(_ status: Int) -> ServiceErrorCode { ServiceErrorCode(text, status, meaning) }
}

/// What a request is refused with (OpenDID sheet 5.3): a code, its status, and a sentence for a person that never holds a secret.
public struct ServiceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The code with its status.
    public let code: ServiceErrorCode
    /// What the body says.
    public let description: String

    /// - Parameters:
    ///   - code: from a server's catalogue.
    ///   - detail: what is wrong in this case, without full stop; it follows the meaning of the code.
    public init(_ code: ServiceErrorCode, _ detail: String? = nil) {
        self.code = code
        self.description = detail.map { "\(code.meaning) (\($0))" } ?? code.meaning
    }

    private init(code: ServiceErrorCode, description: String) {
        self.code = code
        self.description = description
    }

    /// The same error under another HTTP status.
    func under(_ status: Int) -> ServiceError {
        ServiceError(code: code.under(status), description: description)
    }

    /// Another server's error, passed on with its code and text unchanged (OpenDID sheet 5.3). Its status becomes 400.
    public init(relayed code: String, description: String) {
        self.code = ServiceErrorCode(code, 400, description)
        self.description = description
    }
}

extension ServiceErrorCode {
    /// The error with a detail: `throw TASError.bodyInvalid("the nonce is too short")`.
    func callAsFunction(_ detail: String) -> ServiceError { ServiceError(self, detail) }
}
