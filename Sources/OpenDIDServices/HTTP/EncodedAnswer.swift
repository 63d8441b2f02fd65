import HeraldJSON

/// An encoded answer. The stored answer of a step is sent again byte for byte.
package struct EncodedAnswer<Value: Sendable>: Sendable, Hashable {
    /// The JSON.
    package let bytes: [UInt8]

    /// Creates the value from a stored answer.
    package init(stored bytes: [UInt8]) { self.bytes = bytes }

    /// Encodes a new answer in canonical form.
    /// - Throws: `JSONError` if the value has no canonical form.
    package init(_ value: Value) throws(JSONError) where Value: Encodable {
        bytes = try JSONModelEncoder().canonicalBytes(value)
    }
}
