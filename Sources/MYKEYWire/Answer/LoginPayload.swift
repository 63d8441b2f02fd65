/// The payload of a successful `login`. It contains the same data as the callback's body, under other names. MYKEY sheet 3.4.
///
/// ```swift
/// if answer.result == .success, let payload = answer.payload {
///     print(try LoginPayload(payload: payload).account)   // a hint; the dapp's server knows who is logged in
/// }
/// ```
public struct LoginPayload: Sendable, Hashable {
    /// The account that logged in.
    public var account: String
    /// The chain of the account: `EOS` or `ETH`.
    public var chain: MYKEYChain?
    /// The same value as `dapp_key` in the callback.
    public var dappKey: String?
    /// The same value as `uuID` in the callback.
    public var dappUserId: String
    /// The user's id across all chains, 32 upper-case hexadecimal digits.
    public var mykeyUID: String?
    /// 1 if the account has emergency contacts, 2 if it has none. An account without emergency contacts cannot be recovered (MYKEY sheet
    /// 9.14).
    public var accountType: Int64?
    /// A signature over `timestamp + account + uuID + ref + mykeyUID`.
    public var mykeyUIDSignature: String?
    /// The same value as `ref` in the callback.
    public var origin: String
    /// The same value as `protocol` in the callback.
    public var `protocol`: MYKEYProtocol
    /// The key that the wallet claims to have signed with. Never trust it (MYKEY sheet 9.10).
    public var pubKey: String?
    /// The same value as `sign` in the callback.
    public var signature: String
    /// The time of signing.
    public var timestamp: UnixTime
    /// The one-time code of the login. The dapp sends it to its server, together with its session. The published wallets send no code.
    public var returnCode: ReturnCode?

    /// Creates the payload that corresponds to the body of a login callback.
    /// - Throws: ``MYKEYError`` `value` when the login's protocol or timestamp is invalid.
    public init(
        _ login: LoginCallback, mykeyUID: String? = nil, accountType: Int64? = nil, mykeyUIDSignature: String? = nil,
        pubKey: String? = nil
    ) throws(MYKEYError) {
        guard let speaks = login.protocol, let timestamp = login.timestamp.time else {
            throw MYKEYError(.value, field: "login", reason: "protocol or timestamp is malformed")
        }
        account = login.account
        chain = login.chainWord
        dappKey = login.dappKey
        dappUserId = login.uuID
        self.mykeyUID = mykeyUID
        self.accountType = accountType
        self.mykeyUIDSignature = mykeyUIDSignature
        origin = login.ref
        `protocol` = speaks
        self.pubKey = pubKey
        signature = login.sign
        self.timestamp = timestamp
    }

    /// Reads the payload of a login. Unknown members are ignored. `timestamp` may be a number or a string of decimal digits.
    /// - Throws: ``MYKEYError`` naming the field.
    public init(payload: String) throws(MYKEYError) {
        let object = try WireObject(Array(payload.utf8), maxBytes: MYKEYLimits.urlBytes, field: "payload")
        account = try object.requiredText("account")
        chain = try object.word("chain", as: MYKEYChain.self)
        dappKey = try object.text("dappKey")
        dappUserId = try object.requiredText("dappUserId")
        mykeyUID = try object.text("mykeyUID")
        accountType = try object.wholeNumber("accountType")
        mykeyUIDSignature = try object.text("mykeyUIDSignature")
        origin = try object.requiredText("origin")
        guard let speaks = try object.word("protocol", as: MYKEYProtocol.self),
            let timestamp = try object.time("timestamp")
        else {
            throw MYKEYError(.missing, field: "protocol, timestamp", reason: "one of the fields is absent or empty")
        }
        `protocol` = speaks
        pubKey = try object.text("pubKey")
        signature = try object.requiredText("signature")
        self.timestamp = timestamp
        returnCode = try object.text("returnCode").flatMap { try? ReturnCode($0) }
    }

    /// The payload as JSON with sorted keys. Fields without a value are left out.
    public var payload: String {
        var writer = WireObjectWriter()
        writer.add("account", account)
        writer.addPresent("chain", chain?.rawValue)
        writer.addPresent("dappKey", dappKey)
        writer.add("dappUserId", dappUserId)
        writer.addPresent("mykeyUID", mykeyUID)
        if let accountType { writer.add("accountType", accountType) }
        writer.addPresent("mykeyUIDSignature", mykeyUIDSignature)
        writer.add("origin", origin)
        writer.add("protocol", `protocol`.rawValue)
        writer.addPresent("pubKey", pubKey)
        writer.add("signature", signature)
        writer.add("timestamp", timestamp.seconds)
        writer.addPresent("returnCode", returnCode?.exposedText)
        writer.add("version", MYKEYProtocol.version)
        return String(decoding: writer.bytes(isSorted: true), as: UTF8.self)
    }
}
