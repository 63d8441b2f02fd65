/// The body that a wallet POSTs after a `transfer` or `transaction`. MYKEY sheet 4.1.
///
/// Nothing in the body is signed. The receiver must look ``transactionID`` up on the chain before it trusts any part of the body (MYKEY
/// sheet 9.9).
public struct TransactionCallback: Sendable, Hashable {
    /// The text of `protocol`.
    public let protocolName: String
    /// The text of `version`.
    public let version: String
    /// The id of the transaction on its chain (`tx_id`).
    public let transactionID: String
    /// The name of the wallet, as it claims.
    public let ref: String
    /// The account that acted, as the wallet claims.
    public let account: String

    /// Creates a body for a wallet to send.
    public init(protocol: MYKEYProtocol, transactionID: String, ref: String = LoginStatement.ref, account: AccountText)
    {
        protocolName = `protocol`.rawValue
        version = MYKEYProtocol.version
        self.transactionID = transactionID
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
        transactionID = try object.requiredText("tx_id")
        ref = try object.requiredText("ref")
        account = try object.requiredText("account")
    }

    /// Returns the body as compact JSON, in the order of the specification.
    public func json() -> [UInt8] {
        var writer = WireObjectWriter()
        writer.add("protocol", protocolName)
        writer.add("version", version)
        writer.add("tx_id", transactionID)
        writer.add("ref", ref)
        writer.add("account", account)
        return writer.bytes()
    }
}
