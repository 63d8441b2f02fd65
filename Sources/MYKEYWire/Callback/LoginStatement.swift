/// A login before it is signed, every field in form: what a wallet shows, signs and POSTs. MYKEY sheet 4.1, 4.2.
public struct LoginStatement: Sendable, Hashable {
    /// Which protocol the dapp spoke.
    public let `protocol`: MYKEYProtocol
    /// The request's `appKey`; only with ``MYKEYProtocol/mykey``.
    public let dappKey: String?
    /// The request's `uuID`.
    public let uuID: String
    /// The wallet's own name, `mykey` for this one.
    public let ref: String
    /// When it is signed, in seconds since 1970.
    public let timestamp: Int64
    /// Who logs in.
    public let account: AccountText

    /// The name that a wallet of this protocol goes by.
    public static let ref = "mykey"

    /// - Throws: ``MYKEYError`` for a field that a server would refuse: a time before 1970, an empty `uuID` or `ref`, two-way binding
    ///   without a dapp key.
    public init(
        protocol: MYKEYProtocol, dappKey: String? = nil, uuID: String, ref: String = LoginStatement.ref, timestamp: Int64, account: AccountText
    ) throws(MYKEYError) {
        guard timestamp >= 0 else { throw MYKEYError(.value, field: "timestamp", reason: "a time before 1970 has no form") }
        guard !uuID.isEmpty else { throw MYKEYError(.missing, field: "uuID", reason: "the field is absent or empty") }
        guard !ref.isEmpty else { throw MYKEYError(.missing, field: "ref", reason: "the field is absent or empty") }
        let dappKey = `protocol` == .mykey ? WalletRequest.present(dappKey) : nil
        guard `protocol` != .mykey || dappKey != nil else {
            throw MYKEYError(.missing, field: "dapp_key", reason: "two-way binding has a dapp key")
        }
        self.protocol = `protocol`
        self.dappKey = dappKey
        self.uuID = uuID
        self.ref = ref
        self.timestamp = timestamp
        self.account = account
    }

    /// The exact text to be signed; shown to the user before.
    public var unsigned: String { LoginText.joined(timestamp: "\(timestamp)", account: account.text, uuID: uuID, ref: ref) }

    /// The 32 bytes that the account's reserved key signs.
    public var signedDigest: [UInt8] {
        switch account.form {
        case .eos: LoginText.eosDigest(unsigned)
        case .ethereum: LoginText.ethereumDigest(unsigned)
        }
    }

    /// The body that is POSTed, with the chain really used.
    /// - Parameters:
    ///   - sign: `SIG_K1_…` on EOS, 0x and 130 digits on Ethereum.
    ///   - siwx: the tagged login beside it.
    public func signed(_ sign: String, siwx: TaggedLogin? = nil) -> LoginCallback {
        LoginCallback(
            protocolName: `protocol`.rawValue, dappKey: dappKey, uuID: uuID, sign: sign, ref: ref,
            timestamp: TimestampText(text: "\(timestamp)"), account: account.text, chain: account.chain.rawValue, siwx: siwx)
    }
}
