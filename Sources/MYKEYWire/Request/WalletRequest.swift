/// What a dapp asks of a wallet: the JSON inside a deep link or a QR code. MYKEY sheet 3.3.
///
/// An absent text and `""` are the same here, `nil`. Names, icons and memos are claims of the dapp; nothing here proves them.
public struct WalletRequest: Sendable, Hashable {
    /// What is asked, with its own fields.
    public enum Payload: Sendable, Hashable {
        case login(Login)
        case transfer(Transfer)
        case transaction(Transaction)
        case sign(Sign)
    }

    /// Which protocol the dapp speaks.
    public var `protocol`: MYKEYProtocol
    /// The dapp's key; made up by the dapp in light mode.
    public var appKey: String?
    /// The user's id at the dapp, or a login's one-time id. Every `login` has one.
    public var uuID: String?
    /// The dapp's name, as it says.
    public var dappName: String?
    /// A URL of the dapp's icon, as it says.
    public var dappIcon: String?
    /// Where the wallet returns to; a URL of the dapp's own scheme.
    public var callback: String?
    /// The request's id as Android writes it; iOS has it in the query of ``callback``. See ``answerID``.
    public var callbackId: String?
    /// The chain asked for.
    public var chain: MYKEYChain?
    /// When the request ends, in seconds since 1970; in QR codes (MYKEY sheet 3.7).
    public var expired: Int64?
    /// What is asked.
    public var payload: Payload

    /// A request as a dapp makes it. Empty texts count as absent.
    public init(
        protocol: MYKEYProtocol, appKey: String? = nil, uuID: String? = nil, dappName: String? = nil, dappIcon: String? = nil,
        callback: String? = nil, callbackId: String? = nil, chain: MYKEYChain? = nil, expired: Int64? = nil, payload: Payload
    ) {
        self.protocol = `protocol`
        self.appKey = Self.present(appKey)
        self.uuID = Self.present(uuID)
        self.dappName = Self.present(dappName)
        self.dappIcon = Self.present(dappIcon)
        self.callback = Self.present(callback)
        self.callbackId = Self.present(callbackId)
        self.chain = chain
        self.expired = expired
        self.payload = payload
    }

    /// Always `1.0`: no other version is read.
    public var version: String { MYKEYProtocol.version }

    /// What is asked, in one word.
    public var action: WalletAction {
        switch payload {
        case .login: .login
        case .transfer: .transfer
        case .transaction: .transaction
        case .sign: .sign
        }
    }

    /// Where the wallet POSTs the signed answer (`loginUrl`, `transferUrl`, `contractUrl`, `signUrl`).
    public var serverURL: String? {
        switch payload {
        case .login(let login): login.loginUrl
        case .transfer(let transfer): transfer.transferUrl
        case .transaction(let transaction): transaction.contractUrl
        case .sign(let sign): sign.signUrl
        }
    }

    static func present(_ text: String?) -> String? { text?.isEmpty == true ? nil : text }
}
