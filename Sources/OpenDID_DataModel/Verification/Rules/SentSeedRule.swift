import HeraldJSON
import HeraldKeys

extension VerificationFailure.Code {
    /// The seed of a wallet token is not the one that was sent.
    public static let seed = VerificationFailure.Code(rawValue: "seed")
}

/// The seed in a wallet token's data is the one that this wallet sent (OpenDID sheet 6.4). The server's signature covers whatever seed it
/// holds, so that an answer to somebody else's seed, or to an earlier one, is as well signed as the right one.
///
/// The server reads and writes the seed anew: nonces are compared by their bytes and dates by their moments, members that the model does
/// not know are not compared.
public struct SentSeedRule: VerificationRule {
    /// The seed that was sent.
    public let seed: WalletTokenSeed

    /// - Parameter seed: the seed that was sent.
    public init(_ seed: WalletTokenSeed) { self.seed = seed }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        guard let view = subject.document[["seed"]] else { return [.malformedDocument("seed", "the seed is required here")] }
        let returned: WalletTokenSeed
        do {
            returned = try JSONModelDecoder().decode(WalletTokenSeed.self, from: view)
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
        guard let nonce = try? Multibase.decode(nonce, base58Limit: Multibase.shortLimit).bytes, let sent = try? Multibase.decode(sent).bytes
        else { return false }
        return ConstantTime.equals(nonce, sent)
    }
}
