import Crypto
import OpenDID_DataModel

/// The nonces of accepted messages. They are stored so that no message is accepted twice (OpenDID sheet 9).
///
/// A message whose proof is older than ``memory`` is refused (``FreshProofRule``). A nonce can therefore be deleted after this time.
enum UsedNonces {
    /// The time for which a nonce is stored, from the time of the proof.
    static let memory: Duration = .seconds(24 * 60 * 60)

    /// Returns the entry for a message.
    /// - Parameters:
    ///   - kind: the kind of message.
    ///   - signer: the DID of the sender, which chose the nonce.
    ///   - nonce: the bytes of the nonce.
    ///   - created: the time of the signature.
    ///   - now: the present time. The entry uses the later of `created` and `now`, because a signer's clock may be
    ///     ahead.
    static func entry(_ kind: String, signer: String, nonce: [UInt8], created: UTCInstant, now: UTCInstant) -> UsedNonce
    {
        var hash = SHA256()
        // Different kinds or signers never give the same text, because a DID contains no spaces.
        hash.update(data: Array("\(kind) \(signer) ".utf8))
        hash.update(data: nonce)
        return UsedNonce(digest: Array(hash.finalize()), until: max(created, now) + memory)
    }
}
