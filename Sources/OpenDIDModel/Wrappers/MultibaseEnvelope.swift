import HeraldJSON
import HeraldKeys

/// A document that is encoded as multibase text inside another one (OpenDID sheet 4.4): `ownerDidDoc`, `didDoc`, `vcMeta`, the `value` of a
/// schema.
public enum MultibaseEnvelope {
    /// Returns the multibase text of a value's canonical form.
    /// - Parameters:
    ///   - value: the document to encode.
    ///   - base: the encoding. Defaults to base64, because the time for base58btc, which upstream's wallets write, grows with the square of
    ///     the length.
    /// - Throws: `JSONError` if the value has no canonical form.
    public static func seal(_ value: some Encodable, as base: Multibase.Base = .base64) throws(JSONError) -> String {
        Multibase.encode(try JSONModelEncoder().canonicalBytes(value), as: base)
    }
}
