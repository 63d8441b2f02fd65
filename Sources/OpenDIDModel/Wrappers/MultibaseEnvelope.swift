import HeraldJSON
import HeraldKeys

/// A document that travels as multibase text inside another one (OpenDID sheet 4.4): `ownerDidDoc`, `didDoc`, `vcMeta`, the `value` of a
/// schema.
public enum MultibaseEnvelope {
    /// The canonical form of a value, as text.
    /// - Parameters:
    ///   - value: what is to travel.
    ///   - base: defaults to base64, because base58btc, which upstream's wallets write, takes time with the square of the length.
    /// - Throws: `JSONError` when the value has no canonical form.
    public static func seal(_ value: some Encodable, as base: Multibase.Base = .base64) throws(JSONError) -> String {
        Multibase.encode(try JSONModelEncoder().canonicalBytes(value), as: base)
    }
}
