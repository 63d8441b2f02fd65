import HeraldJSON
import MYKEYWire

/// The reason why a request to the wallet failed: MYKEY's code, a sentence for people, and the program that reported the failure (MYKEY
/// sheet 2.6).
///
/// ```swift
/// do {
///     print(try await session.authorize(login, uuID: loginID).account)
/// } catch {
///     print(error.isCancelled ? "The user declined" : error.reason)
/// }
/// ```
public struct MYKEYWalletError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The program that reported the failure.
    public enum Source: String, Sendable, Hashable {
        /// This SDK reported the failure. The request failed before the wallet answered, or the wallet did not answer.
        case session
        /// The wallet reported the failure in an answer. Like every answer, it is a hint and not a proof, because any program can open an
        /// answer URL.
        case wallet
    }

    /// MYKEY's code. It is stable, and the same as in existing apps. ``ErrorCode`` lists the codes of the original SDK.
    public let code: MYKEYResultCode
    /// The field or parameter with the error, such as `actions[1].data`. Empty if the error concerns no field.
    public let field: String
    /// A sentence for people, without a full stop. If the wallet reported the error, this is its `errorMsg`, an untrusted text.
    public let reason: String
    /// The program that reported the failure.
    public let source: Source
    /// The raw payload of the wallet's answer, for closures that read it themselves. `nil` if the SDK reported the failure.
    public let payload: String?

    /// Creates an error that the SDK's side reports, for openers and front ends that an app implements.
    /// - Parameters:
    ///   - code: MYKEY's code.
    ///   - field: the field or parameter with the error. Defaults to empty.
    ///   - reason: a sentence for people, without a full stop and without secrets.
    public init(_ code: MYKEYResultCode, field: String = "", reason: String) {
        self.init(code, field: field, reason: reason, source: .session, payload: nil)
    }

    init(_ code: MYKEYResultCode, field: String, reason: String, source: Source, payload: String?) {
        self.code = code
        self.field = field
        self.reason = reason
        self.source = source
        self.payload = payload
    }

    /// The one-time code of a login. In the base protocol, the wallet's answer contains this code but not the account, so the login is
    /// reported as an error that contains the code.
    public var returnCode: ReturnCode? {
        let limits = JSONLimits(maxBytes: 1 << 10, maxDepth: 2)
        return payload.flatMap { try? JSONValue(parsing: $0, limits: limits) }?["returnCode"]?.stringValue.flatMap {
            try? ReturnCode($0)
        }
    }

    /// True when the user declined in the wallet or the dapp withdrew its request.
    public var isCancelled: Bool { code == .cancel }

    /// The text that `failure` closures receive. It is the wallet's raw payload, or else `{"errorCode":…,"errorMsg":"…"}`.
    public var failureText: String { payload ?? json }

    /// The error as `{"errorCode":…,"errorMsg":"…"}`, whichever program reported it.
    public var json: String {
        let message = field.isEmpty ? reason : "\(field): \(reason)"
        return "{\"errorCode\":\(code.rawValue),\"errorMsg\":"
            + String(decoding: JSONText.quoted(message), as: UTF8.self) + "}"
    }

    public var description: String { "\(code.rawValue)" + (field.isEmpty ? "" : " at \(field)") + ": \(reason)" }
}

extension MYKEYWalletError {
    static func refused(_ field: String, _ reason: String) -> MYKEYWalletError {
        MYKEYWalletError(.illegalParameter, field: field, reason: reason)
    }

    static var uninitialized: MYKEYWalletError {
        MYKEYWalletError(
            .uninitialized, field: "scheme",
            reason: "the SDK is not initialised: set the scheme that the wallet answers to")
    }

    static func notInstalled(scheme: String) -> MYKEYWalletError {
        MYKEYWalletError(.notInstall, reason: "no program opens \(scheme) URLs, so install a wallet")
    }

    static var cannotWakeUp: MYKEYWalletError {
        MYKEYWalletError(.cannotWakeUp, reason: "the wallet could not be opened, or ended without an answer")
    }

    static var timedOut: MYKEYWalletError {
        MYKEYWalletError(.timeOut, reason: "the wallet did not answer in time; it may still act")
    }

    static var withdrawn: MYKEYWalletError {
        MYKEYWalletError(.cancel, reason: "the request was withdrawn; the wallet may still act")
    }

    static var cancelledByUser: MYKEYWalletError {
        MYKEYWalletError(.cancel, field: "", reason: "the user declined", source: .wallet, payload: nil)
    }
}
