/// The body that a wallet POSTs after a `transfer` or `transaction`. MYKEY sheet 4.1.
///
/// Nothing in it is signed: whoever gets it looks ``transactionID`` up on the chain before believing anything (MYKEY sheet 9.9).
public struct TransactionCallback: Sendable, Hashable {
    /// The text of `protocol`.
    public let protocolName: String
    /// The text of `version`.
    public let version: String
    /// The chain's id of the transaction (`tx_id`).
    public let transactionID: String
    /// Which wallet it comes from, as it says.
    public let ref: String
    /// Who acted, as the wallet says.
    public let account: String

    /// What a wallet sends.
    public init(protocol: MYKEYProtocol, transactionID: String, ref: String = LoginStatement.ref, account: AccountText) {
        protocolName = `protocol`.rawValue
        version = MYKEYProtocol.version
        self.transactionID = transactionID
        self.ref = ref
        self.account = account.text
    }

    /// - Parameter json: an object of at most 16 KiB; unknown members are ignored.
    /// - Throws: ``MYKEYError`` that names the field.
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

    /// The body, compact, in the order of the specification.
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
