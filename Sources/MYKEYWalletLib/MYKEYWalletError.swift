import HeraldJSON
import MYKEYWire

/// Why a request to the wallet came to nothing: MYKEY's number, a sentence for a person, and who says so (MYKEY sheet 2.6).
public struct MYKEYWalletError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Who ended the request.
    public enum Source: String, Sendable, Hashable {
        /// This side, without or before an answer.
        case session
        /// The wallet, in an answer. Like every answer it is a hint, not a proof: any program can open an answer URL.
        case wallet
    }

    /// The number, stable and the same as in users' code (``ErrorCode`` names those that the original SDK had).
    public let code: MYKEYResultCode
    /// The field or parameter concerned, such as `actions[1].data`; empty when there is none.
    public let field: String
    /// A sentence for a person, without full stop. From the wallet: its `errorMsg`, which is a stranger's text.
    public let reason: String
    /// Who ended the request.
    public let source: Source
    /// The payload of the wallet's answer as it came, for closures that read it themselves; `nil` when this side ended the request.
    public let payload: String?

    /// An error of this side, for openers and front ends of an app's own.
    /// - Parameters:
    ///   - code: MYKEY's number.
    ///   - field: the field or parameter concerned.
    ///   - reason: a sentence for a person, without full stop and without secrets.
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

    /// The login's code, which a wallet of the base protocol brings without saying who has logged in: the server knows that.
    public var returnCode: ReturnCode? {
        let limits = JSONLimits(maxBytes: 1 << 10, maxDepth: 2)
        return payload.flatMap { try? JSONValue(parsing: $0, limits: limits) }?["returnCode"]?.stringValue.flatMap { try? ReturnCode($0) }
    }

    /// Whether nobody was wrong: the user declined in the wallet, or the dapp withdrew its request.
    public var isCancelled: Bool { code == .cancel }

    /// What `failure` closures receive: the wallet's payload as it came, else `{"errorCode":…,"errorMsg":"…"}`.
    public var failureText: String { payload ?? json }

    /// `{"errorCode":…,"errorMsg":"…"}`, whoever ended the request.
    public var json: String {
        let message = field.isEmpty ? reason : "\(field): \(reason)"
        return "{\"errorCode\":\(code.rawValue),\"errorMsg\":" + String(decoding: JSONText.quoted(message), as: UTF8.self) + "}"
    }

    public var description: String { "\(code.rawValue)" + (field.isEmpty ? "" : " at \(field)") + ": \(reason)" }
}

extension MYKEYWalletError {
    static func refused(_ field: String, _ reason: String) -> MYKEYWalletError {
        MYKEYWalletError(.illegalParameter, field: field, reason: reason)
    }

    static var uninitialized: MYKEYWalletError {
        MYKEYWalletError(.uninitialized, field: "scheme", reason: "the SDK is not initialised: no scheme is set that the wallet could answer to")
    }

    static func notInstalled(scheme: String) -> MYKEYWalletError {
        MYKEYWalletError(.notInstall, reason: "nothing here opens \(scheme) URLs; a wallet is not installed")
    }

    static var cannotWakeUp: MYKEYWalletError {
        MYKEYWalletError(.cannotWakeUp, reason: "the wallet could not be opened, or went away without an answer")
    }

    static var timedOut: MYKEYWalletError {
        MYKEYWalletError(.timeOut, reason: "the wallet did not answer in time; it may still act")
    }

    static var withdrawn: MYKEYWalletError { MYKEYWalletError(.cancel, reason: "the request was withdrawn; the wallet may still act") }

    static var cancelledByUser: MYKEYWalletError {
        MYKEYWalletError(.cancel, field: "", reason: "the user declined", source: .wallet, payload: nil)
    }
}
