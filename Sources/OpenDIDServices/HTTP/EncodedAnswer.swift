import HeraldJSON

/// An answer in its bytes: what a step stored is sent again byte for byte.
package struct EncodedAnswer<Value: Sendable>: Sendable, Hashable {
    /// JSON.
    package let bytes: [UInt8]

    /// An answer that was stored.
    package init(stored bytes: [UInt8]) { self.bytes = bytes }

    /// A new answer, in its canonical form.
    /// - Throws: `JSONError` when the value has none.
    package init(_ value: Value) throws(JSONError) where Value: Encodable { bytes = try JSONModelEncoder().canonicalBytes(value) }
}
