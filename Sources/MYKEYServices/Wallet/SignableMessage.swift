import HeraldKeys
import MYKEYWire

/// The message of a `sign` request: its bytes and the digest to sign.
struct SignableMessage: Sendable, Hashable {
    /// The message as it was received: a text on EOS, and hexadecimal with `0x` on Ethereum (MYKEY sheet 3.3).
    let text: String
    /// The bytes that the text represents.
    let bytes: [UInt8]
    /// The 32-byte digest to sign. On EOS it is SHA-256. On Ethereum it is the `personal_sign` digest of the Keccak-256 hash, as for a
    /// login (MYKEY sheet 13, Q1 and Q2).
    let digest: [UInt8]

    init(_ text: String, chain: MYKEYChain) throws(WalletStop) {
        self.text = text
        guard chain == .eth else {
            bytes = Array(text.utf8)
            digest = LoginText.eosDigest(text)
            return
        }
        guard text.hasPrefix("0x"), text.utf8.count > 2, let decoded = try? Hex.decode(text.dropFirst(2)) else {
            throw .refused("on Ethereum the message must be 0x and hexadecimal digits")
        }
        bytes = decoded
        digest = PersonalMessage.digest(Keccak256.hash(decoded))
    }

    /// The bytes as text. `nil` if that is the same as ``text``.
    var decoded: String? {
        guard text.utf8.count != bytes.count else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}
