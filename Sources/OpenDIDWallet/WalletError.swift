import OpenDID_DataModel

/// An error of the wallet: a stable code, the field and a sentence for people.
///
/// It never contains a key, a PIN, a token or plaintext.
///
/// ```swift
/// do {
///     try await vault.authenticateLock(passcode: SecretText(typed))
/// } catch {
///     print(error.code == .wrongPasscode ? "Wrong passcode" : error.reason, error.retryAt?.text ?? "")
/// }
/// ```
public struct WalletError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The stable name of a kind of error, with the error number of the original iOS wallet (OpenDID sheet 6.9). Later versions may add
    /// codes.
    public struct Code: Sendable, Hashable {
        /// The code's stable text.
        public let rawValue: String
        /// The original wallet's error number that is nearest to this code, such as `MSDKWLT05020`.
        public let upstream: String

        /// Creates a code from its text and the error number of the original wallet.
        public init(_ rawValue: String, upstream: String) {
            self.rawValue = rawValue
            self.upstream = upstream
        }

        public static func == (left: Code, right: Code) -> Bool { left.rawValue == right.rawValue }
        public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
    }

    /// The kind of error.
    public let code: Code
    /// The parameter, key, row or message member that has the fault. Empty if the fault is not in one of them.
    public let field: String
    /// A sentence for people, without a full stop and without secrets.
    public let reason: String
    /// The error number of the original wallet, such as `MSDKWLT05020` (OpenDID sheet 6.9).
    public let upstreamCode: String
    /// The time from which a passcode or PIN may be tried again. It is set only with the codes `try_later` and `wrong_passcode`.
    public let retryAt: UTCInstant?
    /// The server's answer, if a server refused the request.
    public let serverError: ServiceFailure?

    /// Creates an error.
    /// - Parameters:
    ///   - code: the kind of error.
    ///   - field: the parameter, key, row or message member that has the fault.
    ///   - reason: a sentence for people, without a full stop and without secrets.
    ///   - upstreamCode: the number of the original wallet. Defaults to the number of `code`.
    ///   - retryAt: the time from which a passcode or PIN may be tried again.
    ///   - serverError: the server's answer.
    public init(
        _ code: Code, field: String = "", reason: String, upstreamCode: String? = nil, retryAt: UTCInstant? = nil,
        serverError: ServiceFailure? = nil
    ) {
        self.code = code
        self.field = field
        self.reason = reason
        self.upstreamCode = upstreamCode ?? code.upstream
        self.retryAt = retryAt
        self.serverError = serverError
    }

    public var description: String {
        let place = field.isEmpty ? "" : " at \(field)"
        let server = serverError.map { " (\($0))" } ?? ""
        return "wallet \(code.rawValue)\(place): \(reason)\(server)"
    }
}

/// The error answer of a server (OpenDID sheet 5.3).
public struct ServiceFailure: Sendable, Hashable, CustomStringConvertible {
    /// The HTTP status.
    public let status: Int
    /// The server's code, such as `SSRVTRA16510`. Empty if the body has none.
    public let code: String
    /// The server's sentence, for people only. It comes from outside and is not checked.
    public let text: String
    /// True if the body is the standard error body of the Spring framework. Spring sends this body if the server's own code did not handle
    /// a failure.
    var isUnhandled = false

    public init(status: Int, code: String, text: String) {
        self.status = status
        self.code = code
        self.text = text
    }

    public var description: String { code.isEmpty ? "HTTP \(status)" : "HTTP \(status), \(code): \(text)" }
}
