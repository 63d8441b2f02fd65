import MYKEYWire

/// What became of a request. It holds a signature in ``returnURL``, ``payload`` and ``postedBody``, and a login's code, which its description leaves out.
public struct WalletOutcome: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The way it went, from ``WalletStep/received`` to its end.
    public let steps: [WalletStep]
    /// What the dapp is told, if it is told anything; `MYKEYResultCode/success` when all went well.
    public let code: MYKEYResultCode
    /// A sentence for the person in front of the wallet; it may say more than the dapp is told.
    public let message: String
    /// What is opened to return to the dapp. `nil` when there is nowhere to return to: then ``message`` is all that can be shown.
    public let returnURL: String?
    /// The payload inside ``returnURL``.
    public let payload: String?
    /// What was posted to the dapp's server.
    public let postedBody: [UInt8]?
    /// What the server answered.
    public let reply: CallbackReply?
    /// What the person saw; `nil` when it did not come to that.
    public let shown: ShownRequest?
    /// The code of a scanned login, for the person to type in the page that showed the QR code, and nowhere else.
    public let typedCode: ReturnCode?
    /// Set when the text only opens the wallet, or a web page in it, and asks for nothing.
    public let opens: WalletURL.Form?

    /// The last step.
    public var end: WalletStep { steps.last ?? .received }
    /// Whether the dapp got what it asked for.
    public var isSuccess: Bool { code == .success }

    public var description: String { "\(end.rawValue), \(code): \(message)" }
    /// Without the signature.
    public var customMirror: Mirror {
        Mirror(self, children: ["steps": steps, "code": code, "message": message], displayStyle: .struct)
    }
}

/// What a request gathers on its way.
struct WalletJourney {
    var steps: [WalletStep] = [.received]
    var shown: ShownRequest?
    var body: [UInt8]?
    var reply: CallbackReply?

    mutating func go(_ step: WalletStep) { steps.append(step) }

    func outcome(
        _ code: MYKEYResultCode, _ message: String, returnURL: String? = nil, payload: String? = nil, typedCode: ReturnCode? = nil,
        opens: WalletURL.Form? = nil
    ) -> WalletOutcome {
        WalletOutcome(
            steps: steps, code: code, message: message, returnURL: returnURL, payload: returnURL == nil ? nil : payload,
            postedBody: body, reply: reply, shown: shown, typedCode: typedCode, opens: opens)
    }
}

/// Why a request ends before it is answered with success.
struct WalletStop: Error, Sendable, Hashable {
    /// `refused`, `cancelled` or `failed`.
    let end: WalletStep
    let code: MYKEYResultCode
    /// For the person.
    let reason: String
    /// For the dapp, a stranger: no reason of the network that the wallet stands in is told. That the request ended, and when, is: a
    /// stranger can still tell a name that resolves from one that does not.
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
