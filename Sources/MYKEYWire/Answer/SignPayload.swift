/// The payload of a successful `sign`: `{"sign":…}`. MYKEY sheet 3.4.
public struct SignPayload: Sendable, Hashable {
    /// The signature: `SIG_K1_…` on EOS, `0x` and 130 hexadecimal digits on Ethereum.
    public var sign: String

    /// Creates a payload.
    /// - Parameter sign: the signature's text.
    public init(sign: String) { self.sign = sign }

    /// Reads the payload of a `sign`.
    /// - Throws: ``MYKEYError`` naming the field.
    public init(payload: String) throws(MYKEYError) {
        sign = try WireObject(Array(payload.utf8), maxBytes: MYKEYLimits.urlBytes, field: "payload").requiredText(
            "sign")
    }

    /// The payload as JSON.
    public var payload: String {
        var writer = WireObjectWriter()
        writer.add("sign", sign)
        return String(decoding: writer.bytes(), as: UTF8.self)
    }
}
