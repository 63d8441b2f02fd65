import OpenDID_DataModel

/// What the wallet could not or would not do: a stable code, the field concerned and a sentence for a person.
///
/// It never holds a key, a PIN, a token or what was encrypted.
public struct WalletError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A stable name for a kind of error, and the number that the original iOS wallet gives it (OpenDID sheet 6.9). New ones may be added.
    public struct Code: Sendable, Hashable {
        /// The code's stable text.
        public let rawValue: String
        /// The nearest number of the original wallet, such as `MSDKWLT05020`.
        public let upstream: String

        /// A code by its text and the number of the original wallet.
        public init(_ rawValue: String, upstream: String) {
            self.rawValue = rawValue
            self.upstream = upstream
        }

        public static func == (left: Code, right: Code) -> Bool { left.rawValue == right.rawValue }
        public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
    }

    /// What kind of error it is.
    public let code: Code
    /// The parameter, key, row or message member concerned; empty for the whole.
    public let field: String
    /// A sentence for a person, without full stop; never contains a secret.
    public let reason: String
    /// The number that the original wallet would give, such as `MSDKWLT05020` (OpenDID sheet 6.9).
    public let upstreamCode: String
    /// When a passcode or PIN may be tried again; only with the code `try_later`.
    public let retryAt: UTCInstant?
    /// What the server said, when a server refused.
    public let serverError: ServiceFailure?

    /// An error with its place and a sentence for a person.
    /// - Parameters:
    ///   - code: what kind of error it is.
    ///   - field: the parameter, key, row or message member concerned.
    ///   - reason: a sentence for a person, without full stop and without secrets.
    ///   - upstreamCode: upstream's number. Defaults to the code's own.
    ///   - retryAt: when a passcode or PIN may be tried again.
    ///   - serverError: what the server said.
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
