import HeraldKeys
import HeraldP256
import OpenDID_DataModel
import Testing

@Suite("Signers other than a key in memory")
struct ForeignSignerTests {
    /// Signs with a key in memory and changes what comes out.
    private struct Wrapped: ProofSigner {
        let key: SigningKey
        var shown: VerificationKey?
        let change: @Sendable (CompactSignature) throws -> CompactSignature

        var verificationKey: VerificationKey { shown ?? key.verificationKey }
        func sign(digest: [UInt8]) throws -> CompactSignature { try change(key.sign(digest: digest)) }
    }

    private static let orders = [
        "FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551",
        "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141",
    ]

    /// The other s of the same signature.
    private static func high(_ signature: CompactSignature, order: String) throws -> CompactSignature {
        var (s, borrow) = ([UInt8](repeating: 0, count: 32), 0)
        for (index, (n, part)) in zip(try Hex.decode(order), signature.s).enumerated().reversed() {
            let difference = Int(n) - Int(part) - borrow
            borrow = difference < 0 ? 1 : 0
            s[index] = UInt8(truncatingIfNeeded: difference)
        }
        return try CompactSignature(r: signature.r, s: s, recoveryID: signature.recoveryID ^ 1)
    }

    private func request(_ cast: Cast, _ signer: any ProofSigner) -> ProofRequest {
        ProofRequest(
            signer: signer, keyID: "pin", of: cast.holder.document, purpose: .authentication, created: Cast.signing)
    }

    @Test("a high s is normalised to a low one, with both curves", arguments: [false, true])
    func highS(secp256k1: Bool) async throws {
        let cast = try Cast(secp256k1: secp256k1)
        let order = Self.orders[secp256k1 ? 1 : 0]
        for _ in 0..<4 {
            let signer = Wrapped(key: try #require(cast.holder.keys["pin"])) { try Self.high($0, order: order) }
            let signed = try await Samples(cast: cast).didAuth.signed(by: request(cast, signer))
            let signature = try SignedDocument(signed).signature(.proof)
            #expect((signature.s.first ?? 0xFF) < 0x80 && signature.recoveryID < 2)
            #expect(
                try await VerificationPolicy.standard(for: .didAuth).verify(
                    signed, at: Cast.now, resolver: cast.registry
                ).isValid)
        }
    }

    @Test("a signature by another key, or with another key's recovery ID, is refused", arguments: [false, true])
    func wrong(secp256k1: Bool) async throws {
        let cast = try Cast(secp256k1: secp256k1)
        let (pin, bio) = (try #require(cast.holder.keys["pin"]), try #require(cast.holder.keys["bio"]))
        let signers: [any ProofSigner] = [
            Wrapped(key: bio, shown: pin.verificationKey) { $0 },
            Wrapped(key: pin) { try CompactSignature(r: $0.r, s: $0.s, recoveryID: $0.recoveryID ^ 1) },
            Wrapped(key: pin) {
                try CompactSignature(r: $0.r, s: [UInt8](repeating: 0xFF, count: 32), recoveryID: $0.recoveryID)
            },
        ]
        for signer in signers {
            let request = request(cast, signer)
            let one = await #expect(throws: VerificationFailure.self) {
                try await Samples(cast: cast).didAuth.signed(by: request)
            }
            #expect(one?.code == .signature)
            await #expect(throws: VerificationFailure.self) {
                try await Samples(cast: cast).presentation([]).signed(by: [request])
            }
            await #expect(throws: VerificationFailure.self) {
                try await Samples(cast: cast).credential().signed(by: request)
            }
        }
    }
}
