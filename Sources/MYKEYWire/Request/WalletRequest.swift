/// A dapp's request to a wallet: the JSON inside a deep link or a QR code. MYKEY sheet 3.3.
///
/// ```swift
/// let login = WalletRequest.Login(loginUrl: "https://harbour.example/mykey/login")
/// let request = WalletRequest(protocol: .simple, uuID: loginID, callback: "demoscheme://", payload: .login(login))
/// let text = String(decoding: request.json(), as: UTF8.self)
/// ```
///
/// An absent string and `""` are both `nil`. Names, icons and memos are only claims of the dapp.
public struct WalletRequest: Sendable, Hashable {
    /// The requested action with its own fields.
    public enum Payload: Sendable, Hashable {
        case login(Login)
        case transfer(Transfer)
        case transaction(Transaction)
        case sign(Sign)
    }

    /// The protocol that the dapp uses.
    public var `protocol`: MYKEYProtocol
    /// The dapp's key. In light mode, the dapp derives it from its own name.
    public var appKey: String?
    /// The user's id at the dapp, or the one-time id of a login. Every `login` has one.
    public var uuID: String?
    /// The dapp's name, as it claims.
    public var dappName: String?
    /// The URL of the dapp's icon, as it claims.
    public var dappIcon: String?
    /// The URL that the wallet opens to return to the dapp, usually with the dapp's own scheme.
    public var callback: String?
    /// The request's id as Android sends it. The iOS SDK writes it into the query of ``callback`` instead. ``answerID`` returns either one.
    public var callbackId: String?
    /// The requested chain.
    public var chain: MYKEYChain?
    /// The time when the request expires. QR codes contain it (MYKEY sheet 3.7).
    public var expired: UnixTime?
    /// The requested action with its own fields.
    public var payload: Payload

    /// Creates a request. Empty strings count as absent.
    public init(
        protocol: MYKEYProtocol, appKey: String? = nil, uuID: String? = nil, dappName: String? = nil,
        dappIcon: String? = nil,
        callback: String? = nil, callbackId: String? = nil, chain: MYKEYChain? = nil, expired: UnixTime? = nil,
        payload: Payload
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

    /// The version of the protocol. It is always `1.0`, because no other version is accepted.
    public var version: String { MYKEYProtocol.version }

    /// The requested action.
    public var action: WalletAction {
        switch payload {
        case .login: .login
        case .transfer: .transfer
        case .transaction: .transaction
        case .sign: .sign
        }
    }

    /// The URL to which the wallet POSTs the signed answer (`loginUrl`, `transferUrl`, `contractUrl` or `signUrl`).
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
