/// The payload of a done `login`: the facts of the callback's body in another vocabulary. MYKEY sheet 3.4.
public struct LoginPayload: Sendable, Hashable {
    /// The account that logged in.
    public var account: String
    /// The chain really used: `EOS` or `ETH`.
    public var chain: MYKEYChain?
    /// `dapp_key` of the body.
    public var dappKey: String?
    /// `uuID` of the body.
    public var dappUserId: String
    /// The user's id across chains, 32 upper-case digits.
    public var mykeyUID: String?
    /// 1 has emergency contacts, 2 has none and no recovery (MYKEY sheet 9.14).
    public var accountType: Int64?
    /// A signature over `timestamp + account + uuID + ref + mykeyUID`.
    public var mykeyUIDSignature: String?
    /// `ref` of the body.
    public var origin: String
    /// `protocol` of the body.
    public var `protocol`: MYKEYProtocol
    /// The key that the wallet says it signed with; never to be trusted (MYKEY sheet 9.10).
    public var pubKey: String?
    /// `sign` of the body.
    public var signature: String
    /// When it was signed, in seconds since 1970.
    public var timestamp: Int64
    /// The login's code, which the dapp shows to its server together with its session; stock wallets bring none.
    public var returnCode: ReturnCode?

    /// What a wallet tells the dapp about a login it POSTed, or would have.
    public init(
        _ login: LoginCallback, mykeyUID: String? = nil, accountType: Int64? = nil, mykeyUIDSignature: String? = nil, pubKey: String? = nil
    ) throws(MYKEYError) {
        guard let speaks = login.protocol, let timestamp = login.timestamp.seconds else {
            throw MYKEYError(.value, field: "login", reason: "protocol and timestamp have to be in form")
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

    /// Reads the payload of a login; unknown members are ignored, `timestamp` may be a number or decimal digits.
    /// - Throws: ``MYKEYError`` that names the field.
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
        guard let speaks = try object.word("protocol", as: MYKEYProtocol.self), let timestamp = try object.wholeNumber("timestamp") else {
            throw MYKEYError(.missing, field: "protocol, timestamp", reason: "one of the fields is absent or empty")
        }
        `protocol` = speaks
        pubKey = try object.text("pubKey")
        signature = try object.requiredText("signature")
        self.timestamp = timestamp
        returnCode = try object.text("returnCode").flatMap { try? ReturnCode($0) }
    }

    /// The payload's JSON text, keys sorted, unset ones left out.
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
        writer.add("timestamp", timestamp)
        writer.addPresent("returnCode", returnCode?.exposedText)
        writer.add("version", MYKEYProtocol.version)
        return String(decoding: writer.bytes(isSorted: true), as: UTF8.self)
    }
}
