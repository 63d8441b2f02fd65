import HeraldJSON
import HeraldKeys

/// The document answers the nonce that was given out. Encodings are the sender's choice, so bytes are compared (OpenDID sheet 1.1).
public struct NonceRule: VerificationRule {
    /// Where the nonce stands, such as `["verifierNonce"]`.
    public let path: [String]
    /// The nonce that was given out, as multibase text.
    public let nonce: String

    /// The nonce that is expected at a path.
    public init(at path: [String], is nonce: String) {
        self.path = path
        self.nonce = nonce
    }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        let place = path.joined(separator: ".")
        guard let given = try? Multibase.decode(nonce).bytes else {
            return [VerificationFailure(.nonce, at: place, "the nonce that was given out is no multibase text")]
        }
        guard let text = subject.document[path]?.string,
            let received = try? Multibase.decode(text, base58Limit: max(2 * given.count, 2)).bytes
        else {
            return [VerificationFailure(.nonce, at: place, "a multibase nonce is required here")]
        }
        guard ConstantTime.equals(given, received) else {
            return [VerificationFailure(.nonce, at: place, "this is not the nonce that was given out")]
        }
        return []
    }
}
