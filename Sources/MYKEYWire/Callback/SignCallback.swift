/// The body that a wallet POSTs after a `sign`. MYKEY sheet 4.1.
///
/// The signature covers only ``message``. It covers no time and no user id.
public struct SignCallback: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The text of `protocol`.
    public let protocolName: String
    /// The text of `version`.
    public let version: String
    /// The text that was signed.
    public let message: String
    /// The signature's text.
    public let sign: String
    /// The name of the wallet.
    public let ref: String
    /// The account that signed, as the wallet claims. Nothing proves it.
    public let account: String

    /// Creates a body for a wallet to send.
    public init(
        protocol: MYKEYProtocol, message: String, sign: String, ref: String = LoginStatement.ref, account: AccountText
    ) {
        protocolName = `protocol`.rawValue
        version = MYKEYProtocol.version
        self.message = message
        self.sign = sign
        self.ref = ref
        self.account = account.text
    }

    /// Reads the body of a callback. Unknown members are ignored.
    /// - Parameter json: a JSON object of at most 16 KiB.
    /// - Throws: ``MYKEYError`` naming the field.
    public init(json: [UInt8]) throws(MYKEYError) {
        try self.init(try WireObject(json, maxBytes: MYKEYLimits.callbackBytes, field: "body"))
    }

    init(_ object: WireObject) throws(MYKEYError) {
        protocolName = try object.requiredText("protocol")
        version = try object.requiredText("version")
        message = try object.requiredText("message")
        sign = try object.requiredText("sign")
        ref = try object.requiredText("ref")
        account = try object.requiredText("account")
    }

    /// Returns the body as compact JSON, in the order of the specification.
    public func json() -> [UInt8] {
        var writer = WireObjectWriter()
        writer.add("protocol", protocolName)
        writer.add("version", version)
        writer.add("message", message)
        writer.add("sign", sign)
        writer.add("ref", ref)
        writer.add("account", account)
        return writer.bytes()
    }

    public var description: String { "SignCallback(protocol: \(protocolName), account: \(account))" }
    /// An empty mirror, so that `dump` does not show the signature.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
