import HeraldJSON
import HeraldKeys
import HeraldP256
import OpenDID_DataModel
import Testing

@Suite("Verifying one signature (OpenDID sheet 2.3)")
struct SignatureTests {
    static let orders: [Bool: String] = [
        false: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
        true: "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
    ]

    private func signed(_ secp256k1: Bool) async throws -> (tree: JSONValue, bytes: [UInt8], key: VerificationKey) {
        let cast = try Cast(secp256k1: secp256k1)
        let document = try await Samples(cast: cast).didAuth.signed(by: cast.holder.request("pin", .authentication))
        let text = try #require(document.proof?.proofValue)
        let key = try #require(cast.holder.keys["pin"])
        return (
            try JSONValue(parsing: document.canonicalBytes()), try Multibase.decode(text).bytes, key.verificationKey
        )
    }

    private func outcome(_ tree: JSONValue, _ value: JSONValue?, _ key: VerificationKey) throws -> VerificationFailure
        .Code?
    {
        var tree = tree
        tree["proof"]?["proofValue"] = value
        do throws(VerificationFailure) {
            try document(tree).checkSignature(.proof, with: key)
            return nil
        } catch {
            return error.code
        }
    }

    private func document(_ tree: JSONValue) throws(VerificationFailure) -> SignedDocument {
        do { return try SignedDocument(tree.serialized()) } catch {
            throw VerificationFailure(.malformedDocument, at: error.path, error.reason)
        }
    }

    @Test("headers 31 to 34 are well formed, and every other one is refused", arguments: [false, true])
    func headers(secp256k1: Bool) async throws {
        let (tree, bytes, key) = try await signed(secp256k1)
        for header in UInt8.min ... .max {
            let text = JSONValue.string(Multibase.encode([header] + bytes.dropFirst(), as: .base64))
            #expect(
                try outcome(tree, text, key) == ((31...34).contains(header) ? nil : .malformedSignature),
                "header \(header)")
        }
    }

    @Test("other lengths are refused", arguments: [0, 1, 64, 66, 130])
    func lengths(count: Int) async throws {
        let (tree, bytes, key) = try await signed(false)
        let cut = Array((bytes + bytes).prefix(count))
        #expect(try outcome(tree, .string(Multibase.encode(cut, as: .base16)), key) == .malformedSignature)
    }

    @Test("r and s of zero, of the order and above are refused", arguments: [false, true])
    func range(secp256k1: Bool) async throws {
        let (tree, bytes, key) = try await signed(secp256k1)
        let order = try Hex.decode(Self.orders[secp256k1] ?? "")
        for scalar in [[UInt8](repeating: 0, count: 32), order, [UInt8](repeating: 0xFF, count: 32)] {
            let made: [[UInt8]] = [Array(bytes[..<1]) + scalar + Array(bytes[33...]), Array(bytes[..<33]) + scalar]
            for bytes in made {
                #expect(try outcome(tree, .string(Multibase.encode(bytes, as: .base64url)), key) != nil)
            }
        }
    }

    @Test("a high s is accepted", arguments: [false, true])
    func highS(secp256k1: Bool) async throws {
        let (tree, bytes, key) = try await signed(secp256k1)
        let order = try Hex.decode(Self.orders[secp256k1] ?? "")
        var high = [UInt8](repeating: 0, count: 32)
        var borrow = 0
        for index in (0..<32).reversed() {
            let difference = Int(order[index]) - Int(bytes[33 + index]) - borrow
            borrow = difference < 0 ? 1 : 0
            high[index] = UInt8(truncatingIfNeeded: difference)
        }
        #expect((high.first ?? 0) >= 0x80)
        #expect(
            try outcome(tree, .string(Multibase.encode([bytes[0]] + bytes[1..<33] + high, as: .base58btc)), key) == nil)
    }

    @Test("every bit of r and s counts", arguments: [false, true])
    func bits(secp256k1: Bool) async throws {
        let (tree, bytes, key) = try await signed(secp256k1)
        for index in stride(from: 1, to: 65, by: 5) {
            var changed = bytes
            changed[index] ^= 1 << UInt8(index % 8)
            #expect(try outcome(tree, .string(Multibase.encode(changed, as: .base64)), key) == .signature)
        }
    }

    @Test("a signature that is absent, null, not a text or not multibase is refused")
    func texts() async throws {
        let (tree, bytes, key) = try await signed(false)
        #expect(try outcome(tree, nil, key) == .missingSignature)
        #expect(try outcome(tree, .null, key) == .missingSignature)
        for value: JSONValue in [5, true, [], [:], "", "z", "qAA", .string(Hex.encode(bytes)), "f0", "z0OIl", "m*"] {
            #expect(try outcome(tree, value, key) == .malformedSignature)
        }
    }

    @Test("the type of the proof decides the curve")
    func types() async throws {
        let (tree, _, p256) = try await signed(false)
        let (other, _, secp256k1) = try await signed(true)
        #expect(try outcome(tree, tree["proof"]?["proofValue"], secp256k1) == .typeMismatch)
        #expect(try outcome(other, other["proof"]?["proofValue"], p256) == .typeMismatch)
        for (type, code) in [
            ("RsaSignature2018", VerificationFailure.Code.typeMismatch), ("Ed25519Signature2018", .malformedProof),
        ] {
            var changed = tree
            changed["proof"]?["type"] = .string(type)
            #expect(try outcome(changed, tree["proof"]?["proofValue"], p256) == code)
        }
    }

    @Test("a signature over a second hash is accepted only if the caller asks for it")
    func doubleHash() async throws {
        let cast = try Cast()
        let signer = try #require(cast.tas.keys["keyagree"])
        var document = Samples(cast: cast).accEcdh
        document.proof = Proof(
            created: "2026-01-01T00:00:00Z", proofPurpose: .keyAgreement, verificationMethod: "did:omn:tas#keyagree",
            type: .secp256r1Signature2018)
        let once = try SignedDocument(document).digest(.proof)
        // With an empty nonce, the hash of a wallet token is plain SHA-256.
        let twice = WalletTokenHash(canonicalData: once, resultNonce: "").exposedBytes
        document.proof?.proofValue = Multibase.encode(try signer.sign(digest: twice).bytes, as: .base64)
        let received = try SignedDocument(document)
        let failure = #expect(throws: VerificationFailure.self) {
            try received.checkSignature(.proof, with: signer.verificationKey)
        }
        #expect(failure?.code == .signature)
        try received.checkSignature(.proof, with: signer.verificationKey, acceptsDoubleHash: true)
        for (message, holds) in [(SignedMessage.accEcdh, true), (.didAuth, false)] {
            let policy = VerificationPolicy.standard(for: message, acceptsDoubleHash: true)
            #expect(policy.signature.acceptsDoubleHash == holds)
        }
        let policy = VerificationPolicy.standard(for: .accEcdh)
        #expect(await policy.verify(received, at: Cast.now, resolver: cast.registry).codes == [.signature])
        let lenient = VerificationPolicy.standard(for: .accEcdh, acceptsDoubleHash: true)
        #expect(await lenient.verify(received, at: Cast.now, resolver: cast.registry).isValid)
    }

    @Test("keys that are no points, and RSA, are refused")
    func keys() throws {
        for type in [DIDKeyType.secp256r1VerificationKey2018, .secp256k1VerificationKey2018] {
            for bytes in [
                [], [2], [UInt8](repeating: 2, count: 32), [2] + [UInt8](repeating: 0xFF, count: 32),
                [7] + [UInt8](repeating: 1, count: 64),
            ] {
                #expect(throws: VerificationFailure.self) { try VerificationKey(type: type, bytes: bytes) }
            }
        }
        let failure = #expect(throws: VerificationFailure.self) {
            try VerificationKey(type: .rsaVerificationKey2018, bytes: [1])
        }
        #expect(failure?.code == .unsupportedKey)
    }
}
