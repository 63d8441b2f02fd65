import HeraldJSON
import HeraldKeys

/// The document must contain the nonce that the verifier issued. The rule compares the decoded bytes, because the sender chooses the
/// encoding (OpenDID sheet 1.1).
public struct NonceRule: VerificationRule {
    /// The path of the nonce in the document, such as `["verifierNonce"]`.
    public let path: [String]
    /// The issued nonce, as multibase text.
    public let nonce: String

    /// Creates the rule for a nonce that is expected at a path.
    public init(at path: [String], is nonce: String) {
        self.path = path
        self.nonce = nonce
    }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        let place = path.joined(separator: ".")
        guard let given = try? Multibase.decode(nonce).bytes else {
            return [VerificationFailure(.nonce, at: place, "the issued nonce is not a multibase text")]
        }
        guard let text = subject.document[path]?.string,
            let received = try? Multibase.decode(text, base58Limit: max(2 * given.count, 2)).bytes
        else {
            return [VerificationFailure(.nonce, at: place, "a multibase nonce is required here")]
        }
        guard ConstantTime.equals(given, received) else {
            return [VerificationFailure(.nonce, at: place, "the nonce is not the one that was issued")]
        }
        return []
    }
}
