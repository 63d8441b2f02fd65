import HeraldKeys
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("The trust agent's key for a session")
struct SuitingKeyTests {
    @Test(
        "the shared X never begins with a zero byte, which clients that store it as a number would lose",
        arguments: [EllipticCurveType.secp256r1, .secp256k1])
    func zeros(curve: EllipticCurveType) throws {
        var chance = SeededGenerator(seed: 7)
        let client = AgreementKey(curve: curve, using: &chance)
        let half = ReqEcdh(
            client: "did:omn:client", clientNonce: "z",
            publicKey: Multibase.encode(client.compressedPublicKey, as: .base58btc), curve: curve)
        // About one seed in 256 draws a key that does not suit.
        let unlucky = try (UInt64(0)..<4_000).first { seed in
            var chance = SeededGenerator(seed: seed)
            let key = AgreementKey(curve: curve, using: &chance)
            return try key.agree(with: client.compressedPublicKey).withoutLeadingZeros != nil
        }
        var unluckyChance = SeededGenerator(seed: try #require(unlucky))
        let key = AgreementKey.suiting(half, using: &unluckyChance)
        #expect(try key.agree(with: client.compressedPublicKey).withoutLeadingZeros == nil)
    }

    @Test("a malformed key of the client does not stop the drawing")
    func malformed() {
        var chance = SeededGenerator(seed: 1)
        let half = ReqEcdh(client: "did:omn:client", clientNonce: "z", publicKey: "not multibase", curve: .secp256r1)
        #expect(!AgreementKey.suiting(half, using: &chance).compressedPublicKey.isEmpty)
    }
}
