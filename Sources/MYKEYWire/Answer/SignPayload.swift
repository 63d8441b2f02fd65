/// The payload of a done `sign`: `{"sign":…}`. MYKEY sheet 3.4.
public struct SignPayload: Sendable, Hashable {
    /// The signature: `SIG_K1_…` on EOS, 0x and 130 digits on Ethereum.
    public var sign: String

    /// - Parameter sign: the signature's text.
    public init(sign: String) { self.sign = sign }

    /// - Throws: ``MYKEYError`` that names the field.
    public init(payload: String) throws(MYKEYError) {
        sign = try WireObject(Array(payload.utf8), maxBytes: MYKEYLimits.urlBytes, field: "payload").requiredText("sign")
    }

    /// The payload's JSON text.
    public var payload: String {
        var writer = WireObjectWriter()
        writer.add("sign", sign)
        return String(decoding: writer.bytes(), as: UTF8.self)
    }
}
