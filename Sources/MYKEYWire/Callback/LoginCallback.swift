/// The body that a wallet POSTs after a login. MYKEY sheet 4.1.
///
/// Written in form, read leniently: a server judges each field by itself and answers with that field's code (MYKEY sheet 4.4), so what was
/// read keeps its text. Its description leaves the signature out.
public struct LoginCallback: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The text of `protocol`; see ``protocol``.
    public let protocolName: String
    /// The text of `version`.
    public let version: String
    /// The request's `appKey`; `nil` for absent, `null` and `""`.
    public let dappKey: String?
    /// The request's `uuID`, character for character.
    public let uuID: String
    /// The signature's text.
    public let sign: String
    /// Which wallet it comes from.
    public let ref: String
    /// When it was signed.
    public let timestamp: TimestampText
    /// The text of `account`; see ``AccountText``.
    public let account: String
    /// The text of `chain`; `nil` for absent, `null` and `""`.
    public let chain: String?
    /// The tagged login beside this one (MYKEY sheet 9.5).
    public let siwx: TaggedLogin?

    /// Any body, in form or not; a wallet makes one from a ``LoginStatement``.
    public init(
        protocolName: String, version: String = MYKEYProtocol.version, dappKey: String?, uuID: String, sign: String, ref: String,
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

    /// Reads a body: one object of at most 16 KiB that names no member twice, with `protocol`, `version`, `uuID`, `sign`, `ref`,
    /// `timestamp` and `account` in it, none of them empty (MYKEY sheet 4.4, step 1). `public_key` and unknown members are ignored.
    /// - Throws: ``MYKEYError`` that names the field.
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
            dappKey: try object.text("dapp_key"), uuID: try object.requiredText("uuID"), sign: try object.requiredText("sign"),
            ref: try object.requiredText("ref"), timestamp: TimestampText(text: timestamp.text, isNumber: timestamp.isNumber),
            account: try object.requiredText("account"), chain: try object.text("chain"), siwx: tagged)
    }

    /// The protocol, when its word is known.
    public var `protocol`: MYKEYProtocol? { MYKEYProtocol(exactly: protocolName) }
    /// The chain, when its word is known; `nil` for an absent one too.
    public var chainWord: MYKEYChain? { chain.flatMap { MYKEYChain(exactly: $0) } }

    /// The text that ``sign`` is over.
    public var unsigned: String { LoginText.joined(timestamp: timestamp.text, account: account, uuID: uuID, ref: ref) }

    /// The body, compact, in the order of the specification: `timestamp` as a text, `dapp_key` empty in light mode and absent in
    /// SimpleWallet.
    public func json() -> [UInt8] {
        var writer = WireObjectWriter()
        writer.add("protocol", protocolName)
        writer.add("version", version)
        if self.protocol != .simpleWallet { writer.add("dapp_key", dappKey ?? "") }
        writer.add("uuID", uuID)
        writer.add("sign", sign)
        writer.add("ref", ref)
        writer.add("timestamp", timestamp.text)
        writer.add("account", account)
        writer.addPresent("chain", chain)
        if let siwx { writer.add("siwx", raw: siwx.json) }
        return writer.bytes()
    }

    public var description: String { "LoginCallback(protocol: \(protocolName), account: \(account), timestamp: \(timestamp))" }
    /// Empty, so that `dump` does not show the signature.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
