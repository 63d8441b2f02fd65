/// The body that a wallet POSTs after a login. MYKEY sheet 4.1.
///
/// Wallets write valid fields, but any text is accepted when a body is read, and the fields keep the received text. A server checks each
/// field itself, so that it can reply with the code of the invalid field (MYKEY sheet 4.4). The description does not contain the signature.
///
/// ```swift
/// let login = try LoginCallback(json: body)   // the body that the wallet posted, not verified yet
/// print(login.account, login.uuID, login.unsigned)
/// ```
public struct LoginCallback: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The member `protocol` as it was received. If it is known, ``protocol`` is the corresponding value.
    public let protocolName: String
    /// The text of `version`.
    public let version: String
    /// The `appKey` of the request. `nil` if it is absent, `null` or `""`.
    public let dappKey: String?
    /// The `uuID` of the request, unchanged.
    public let uuID: String
    /// The signature's text.
    public let sign: String
    /// The name of the wallet.
    public let ref: String
    /// The time of signing, as it was received.
    public let timestamp: TimestampText
    /// The text of `account`. See ``AccountText``.
    public let account: String
    /// The text of `chain`. `nil` when it is absent, `null` or `""`.
    public let chain: String?
    /// The tagged login that is sent together with this login (MYKEY sheet 9.5).
    public let siwx: TaggedLogin?

    /// Creates a body with any values, valid or not. Wallets create theirs with ``LoginStatement/signed(_:siwx:)``.
    public init(
        protocolName: String, version: String = MYKEYProtocol.version, dappKey: String?, uuID: String, sign: String,
        ref: String,
        timestamp: TimestampText, account: String, chain: String?, siwx: TaggedLogin? = nil
    ) {
        self.protocolName = protocolName
        self.version = version
        self.dappKey = WalletRequest.present(dappKey)
        self.uuID = uuID
        self.sign = sign
        self.ref = ref
        self.timestamp = timestamp
        self.account = account
        self.chain = WalletRequest.present(chain)
        self.siwx = siwx
    }

    /// Reads a body: a JSON object of at most 16 KiB without duplicate members. `protocol`, `version`, `uuID`, `sign`, `ref`, `timestamp`
    /// and `account` must be present and not empty (MYKEY sheet 4.4, step 1). `public_key` and unknown members are ignored.
    /// - Throws: ``MYKEYError`` naming the field.
    public init(json: [UInt8]) throws(MYKEYError) {
        try self.init(try WireObject(json, maxBytes: MYKEYLimits.callbackBytes, field: "body"))
    }

    init(_ object: WireObject) throws(MYKEYError) {
        guard let timestamp = try object.textOrNumber("timestamp") else {
            throw MYKEYError(.missing, field: "timestamp", reason: "the field is absent or empty")
        }
        var tagged: TaggedLogin?
        if let member = object.member("siwx") { tagged = try TaggedLogin(try WireObject(member, path: "siwx")) }
        self.init(
            protocolName: try object.requiredText("protocol"), version: try object.requiredText("version"),
            dappKey: try object.text("dapp_key"), uuID: try object.requiredText("uuID"),
            sign: try object.requiredText("sign"),
            ref: try object.requiredText("ref"),
            timestamp: TimestampText(text: timestamp.text, isNumber: timestamp.isNumber),
            account: try object.requiredText("account"), chain: try object.text("chain"), siwx: tagged)
    }

    /// The protocol. `nil` if the received name is unknown.
    public var `protocol`: MYKEYProtocol? { MYKEYProtocol(exactly: protocolName) }
    /// The chain. `nil` if it is absent or if the received name is unknown.
    public var chainWord: MYKEYChain? { chain.flatMap { MYKEYChain(exactly: $0) } }

    /// The text over which ``sign`` is the signature.
    public var unsigned: String { LoginText.joined(timestamp: timestamp.text, account: account, uuID: uuID, ref: ref) }

    /// Returns the body as compact JSON, in the order of the specification. `timestamp` is a string. `dapp_key` is empty in light mode and absent in
    /// SimpleWallet.
    public func json() -> [UInt8] {
        var writer = WireObjectWriter()
        writer.add("protocol", protocolName)
        writer.add("version", version)
        switch (self.protocol, dappKey) {
        case (.simpleWallet, _): break
        case (_, let key?): writer.add("dapp_key", key)
        // In light mode there is no key, but servers expect the member.
        case (_, nil): writer.add("dapp_key", "")
        }
        writer.add("uuID", uuID)
        writer.add("sign", sign)
        writer.add("ref", ref)
        writer.add("timestamp", timestamp.text)
        writer.add("account", account)
        writer.addPresent("chain", chain)
        if let siwx { writer.add("siwx", raw: siwx.json) }
        return writer.bytes()
    }

    public var description: String {
        "LoginCallback(protocol: \(protocolName), account: \(account), timestamp: \(timestamp))"
    }
    /// An empty mirror, so that `dump` does not show the signature.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
