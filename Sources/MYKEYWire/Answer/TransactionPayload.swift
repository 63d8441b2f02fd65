/// The payload of a successful `transfer` or `transaction`: `{"txId":…}`. MYKEY sheet 3.4.
public struct TransactionPayload: Sendable, Hashable {
    /// The id of the transaction. The payload is not signed, so the dapp must look the transaction up on its chain.
    public var txId: String

    /// Creates a payload.
    /// - Parameter txId: the id of the transaction on its chain.
    public init(txId: String) { self.txId = txId }

    /// Reads the payload of a `transfer` or `transaction`.
    /// - Throws: ``MYKEYError`` naming the field.
    public init(payload: String) throws(MYKEYError) {
        txId = try WireObject(Array(payload.utf8), maxBytes: MYKEYLimits.urlBytes, field: "payload").requiredText(
            "txId")
    }

    /// The payload as JSON.
    public var payload: String {
        var writer = WireObjectWriter()
        writer.add("txId", txId)
        return String(decoding: writer.bytes(), as: UTF8.self)
    }
}
