import MYKEYWire

/// The result of a request. It contains a signature in ``returnURL``, ``payload`` and ``postedBody``, and possibly a login's code. The
/// description does not contain them.
public struct WalletOutcome: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The steps that the request went through, beginning with ``WalletStep/received``.
    public let steps: [WalletStep]
    /// The code for the dapp. `MYKEYResultCode/success` when the request succeeded.
    public let code: MYKEYResultCode
    /// A sentence for the wallet's user. It may contain more than the dapp learns.
    public let message: String
    /// The URL to open to return to the dapp. `nil` if there is none. In that case, show ``message`` to the user.
    public let returnURL: String?
    /// The payload inside ``returnURL``.
    public let payload: String?
    /// The body that was posted to the dapp's server.
    public let postedBody: [UInt8]?
    /// The server's reply.
    public let reply: CallbackReply?
    /// The request as the user saw it. `nil` when it was not shown.
    public let shown: ShownRequest?
    /// The code of a scanned login, which the user must type only on the page that showed the QR code.
    public let typedCode: ReturnCode?
    /// The form of a URL that only opens the wallet or a web page in it. `nil` for a request.
    public let opens: WalletURL.Form?

    /// The last step.
    public var end: WalletStep { steps.last ?? .received }
    /// True when the dapp got what it asked for.
    public var isSuccess: Bool { code == .success }

    public var description: String { "\(end.rawValue), \(code): \(message)" }
    /// A mirror without the signature.
    public var customMirror: Mirror {
        Mirror(self, children: ["steps": steps, "code": code, "message": message], displayStyle: .struct)
    }
}

/// The values that are collected while a request is processed.
struct WalletJourney {
    var steps: [WalletStep] = [.received]
    var shown: ShownRequest?
    var body: [UInt8]?
    var reply: CallbackReply?

    mutating func go(_ step: WalletStep) { steps.append(step) }

    func outcome(
        _ code: MYKEYResultCode, _ message: String, returnURL: String? = nil, payload: String? = nil,
        typedCode: ReturnCode? = nil,
        opens: WalletURL.Form? = nil
    ) -> WalletOutcome {
        WalletOutcome(
            steps: steps, code: code, message: message, returnURL: returnURL, payload: returnURL == nil ? nil : payload,
            postedBody: body, reply: reply, shown: shown, typedCode: typedCode, opens: opens)
    }
}

/// The reason why a request ends without success.
struct WalletStop: Error, Sendable, Hashable {
    /// The step with which the request ends: `refused`, `cancelled` or `failed`.
    let end: WalletStep
    let code: MYKEYResultCode
    /// The reason for the wallet's user.
    let reason: String
    /// The reason that the dapp learns. The dapp is a stranger, so the reason reveals nothing about the wallet's network. However, the dapp
    /// sees when the request ends. It can therefore find out if a host name resolves.
    let told: String

    init(_ end: WalletStep, _ code: MYKEYResultCode, _ reason: String, told: String? = nil) {
        self.end = end
        self.code = code
        self.reason = reason
        self.told = told ?? reason
    }

    static func refused(_ reason: String) -> WalletStop { refused(.illegalParameter, reason) }
    static func refused(_ code: MYKEYResultCode, _ reason: String, told: String? = nil) -> WalletStop {
        WalletStop(.refused, code, reason, told: told)
    }
    static func failed(_ code: MYKEYResultCode, _ reason: String, told: String? = nil) -> WalletStop {
        WalletStop(.failed, code, reason, told: told)
    }
    static let cancelled = WalletStop(.cancelled, .cancel, "you declined")
}
