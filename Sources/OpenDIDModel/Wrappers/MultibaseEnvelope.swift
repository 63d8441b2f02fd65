import HeraldJSON
import HeraldKeys

/// Functions for a document that is encoded as multibase text inside another document (OpenDID sheet 4.4). Examples are `ownerDidDoc`,
/// `didDoc`, `vcMeta` and the `value` of a schema.
public enum MultibaseEnvelope {
    /// Returns the multibase text of a value's canonical form.
    /// - Parameters:
    ///   - value: the document to encode.
    ///   - base: the encoding. Defaults to base64. Upstream's wallets write base58btc, which takes time that grows
    ///     with the square of the length.
    /// - Throws: `JSONError` if the value has no canonical form.
    public static func seal(_ value: some Encodable, as base: Multibase.Base = .base64) throws(JSONError) -> String {
        Multibase.encode(try JSONModelEncoder().canonicalBytes(value), as: base)
    }
}
