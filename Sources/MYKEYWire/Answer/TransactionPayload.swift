/// The payload of a done `transfer` or `transaction`: `{"txId":…}`. MYKEY sheet 3.4.
public struct TransactionPayload: Sendable, Hashable {
    /// The transaction, which the dapp looks up on its chain: nothing here is signed.
    public var txId: String

    /// - Parameter txId: the chain's id of the transaction.
    public init(txId: String) { self.txId = txId }

    /// - Throws: ``MYKEYError`` that names the field.
    public init(payload: String) throws(MYKEYError) {
        txId = try WireObject(Array(payload.utf8), maxBytes: MYKEYLimits.urlBytes, field: "payload").requiredText("txId")
    }

    /// The payload's JSON text.
    public var payload: String {
        var writer = WireObjectWriter()
        writer.add("txId", txId)
        return String(decoding: writer.bytes(), as: UTF8.self)
    }
}
