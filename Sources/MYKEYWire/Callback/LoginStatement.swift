/// A login that is not signed yet, with valid fields only. The wallet shows it to the user, signs it and POSTs it. MYKEY sheet 4.1, 4.2.
///
/// ```swift
/// let login = try LoginStatement(
///     protocol: .simple, uuID: "5d41402abc4b2a76", timestamp: UnixTime(seconds: 1_606_900_362),
///     account: AccountText("mykeydoctest"))
/// let callback = login.signed(try key.sign(login.unsigned).text)
/// ```
public struct LoginStatement: Sendable, Hashable {
    /// The protocol that the dapp used.
    public let `protocol`: MYKEYProtocol
    /// The `appKey` of the request. `nil` unless the protocol is ``MYKEYProtocol/mykey``.
    public let dappKey: String?
    /// The `uuID` of the request.
    public let uuID: String
    /// The wallet's own name. Herald's wallet uses `mykey`.
    public let ref: String
    /// The time of signing.
    public let timestamp: UnixTime
    /// The account that logs in.
    public let account: AccountText

    /// The value of `ref` in wallets of this protocol.
    public static let ref = "mykey"

    /// Creates a login.
    /// - Throws: ``MYKEYError`` for a field that servers reject: a time before 1970, an empty `uuID` or `ref`, or two-way binding without
    ///   a dapp key.
    public init(
        protocol: MYKEYProtocol, dappKey: String? = nil, uuID: String, ref: String = LoginStatement.ref,
        timestamp: UnixTime, account: AccountText
    ) throws(MYKEYError) {
        guard timestamp.seconds >= 0 else {
            throw MYKEYError(.value, field: "timestamp", reason: "a time must not be before 1970")
        }
        guard !uuID.isEmpty else { throw MYKEYError(.missing, field: "uuID", reason: "the field is absent or empty") }
        guard !ref.isEmpty else { throw MYKEYError(.missing, field: "ref", reason: "the field is absent or empty") }
        let dappKey = `protocol` == .mykey ? WalletRequest.present(dappKey) : nil
        guard `protocol` != .mykey || dappKey != nil else {
            throw MYKEYError(.missing, field: "dapp_key", reason: "two-way binding needs a dapp key")
        }
        self.protocol = `protocol`
        self.dappKey = dappKey
        self.uuID = uuID
        self.ref = ref
        self.timestamp = timestamp
        self.account = account
    }

    /// The exact text to sign. The wallet must show it to the user first.
    public var unsigned: String {
        LoginText.joined(timestamp: "\(timestamp)", account: account.text, uuID: uuID, ref: ref)
    }

    /// The 32-byte digest that the account's reserved key signs.
    public var signedDigest: [UInt8] {
        switch account.form {
        case .eos: LoginText.eosDigest(unsigned)
        case .ethereum: LoginText.ethereumDigest(unsigned)
        }
    }

    /// Returns the body to POST, with the account's chain.
    /// - Parameters:
    ///   - sign: the signature: `SIG_K1_…` on EOS, `0x` and 130 hexadecimal digits on Ethereum.
    ///   - siwx: the tagged login that is sent together with this login.
    public func signed(_ sign: String, siwx: TaggedLogin? = nil) -> LoginCallback {
        LoginCallback(
            protocolName: `protocol`.rawValue, dappKey: dappKey, uuID: uuID, sign: sign, ref: ref,
            timestamp: TimestampText(timestamp), account: account.text, chain: account.chain.rawValue,
            siwx: siwx)
    }
}
