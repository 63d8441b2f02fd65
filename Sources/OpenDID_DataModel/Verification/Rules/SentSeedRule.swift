import HeraldJSON
import HeraldKeys

extension VerificationFailure.Code {
    /// The seed of a wallet token is not the seed that was sent.
    public static let seed = VerificationFailure.Code(rawValue: "seed")
}

/// The seed in a wallet token's data must be the one that this wallet sent (OpenDID sheet 6.4). Without this rule, an answer to another
/// wallet's seed, or to an earlier seed of this wallet, would be accepted, because its signature is also valid.
///
/// The server decodes the seed and encodes it again. Therefore the rule compares nonces as bytes and dates as points in time, and ignores
/// unknown members.
public struct SentSeedRule: VerificationRule {
    /// The seed that the wallet sent.
    public let seed: WalletTokenSeed

    /// Creates the rule.
    /// - Parameter seed: the seed that was sent.
    public init(_ seed: WalletTokenSeed) { self.seed = seed }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        guard let view = subject.document[["seed"]] else {
            return [.malformedDocument("seed", "the seed is required here")]
        }
        let returned: WalletTokenSeed
        do {
            if let message = try? subject.document.model(WalletTokenData.self) {
                returned = message.seed
            } else {
                // Another rule checks the form of the whole message.
                returned = try JSONModelDecoder().decode(WalletTokenSeed.self, from: view)
            }
        } catch {
            return [VerificationFailure.malformedDocument(error).inside("seed")]
        }
        let comparisons: [(field: String, isSame: Bool)] = [
            ("purpose", returned.purpose == seed.purpose),
            ("pkgName", returned.pkgName.utf8.elementsEqual(seed.pkgName.utf8)),
            ("nonce", Self.isSame(returned.nonce, seed.nonce)),
            ("validUntil", seed.$validUntil != nil && returned.$validUntil == seed.$validUntil),
            ("userId", returned.userId.map { Array($0.utf8) } == seed.userId.map { Array($0.utf8) }),
        ]
        return comparisons.filter { !$0.isSame }.map {
            VerificationFailure(.seed, at: "seed." + $0.field, "this is not what was sent")
        }
    }

    private static func isSame(_ nonce: String, _ sent: String) -> Bool {
        guard let nonce = try? Multibase.decode(nonce, base58Limit: Multibase.shortLimit).bytes,
            let sent = try? Multibase.decode(sent).bytes
        else { return false }
        return ConstantTime.equals(nonce, sent)
    }
}
