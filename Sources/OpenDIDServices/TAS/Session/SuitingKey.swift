import HeraldKeys
import OpenDID_DataModel

extension AgreementKey {
    /// The most keys that are drawn until one suits the client. One in 256 does not.
    private static let drawings = 16

    /// Returns a new key with which the first byte of the shared X is not zero. Some clients store X as a number and lose leading zero bytes. They
    /// would then derive another session key (OpenDID sheet 6.2).
    /// - Parameter half: the client's half of the key agreement. If its key is malformed, any key is returned.
    static func suiting(_ half: ReqEcdh, using generator: inout some RandomNumberGenerator) -> AgreementKey {
        var key = AgreementKey(curve: half.curve, using: &generator)
        guard let peer = try? Multibase.decode(half.publicKey, base58Limit: Multibase.shortLimit).bytes else {
            return key
        }
        for _ in 1..<drawings {
            guard (try? key.agree(with: peer))?.withoutLeadingZeros != nil else { break }
            key = AgreementKey(curve: half.curve, using: &generator)
        }
        return key
    }
}
