import HeraldJSON
import HeraldKeys
import Testing

@Suite("Verifying for EOS")
struct EOSVerifyingTests {
    private static let message = "1606900362mykeydoctest"
    private static let digest = HeraldSHA256.hash(Array(message.utf8))
    private static let order: [UInt8] =
        [UInt8](repeating: 0xFF, count: 15) + [
            0xFE, 0xBA, 0xAE, 0xDC, 0xE6, 0xAF, 0x48, 0xA0, 0x3B, 0xBF, 0xD2, 0x5E, 0x8C, 0xD0, 0x36, 0x41, 0x41,
        ]

    private struct Signed {
        let key: EOSPublicKey
        let signature: EOSSignature

        func with(header: UInt8? = nil, r: [UInt8]? = nil, s: [UInt8]? = nil, curve: EOSCurve = .k1) throws
            -> EOSSignature
        {
            try EOSSignature(
                curve: curve, bytes: [header ?? signature.header] + (r ?? signature.r) + (s ?? signature.s))
        }

        func refusal(_ changed: EOSSignature) -> EOSSignatureRefusal? {
            changed.refusal(digest: EOSVerifyingTests.digest, by: key)
        }
    }

    private func signed(seed: UInt64 = 81) throws -> Signed {
        var samples = EOSSamples(seed: seed)
        let key = try samples.key()
        return Signed(key: try #require(key.publicKey), signature: try key.sign(Self.message))
    }

    @Test("each vector is judged as expected, also by plain ECDSA and by the canonical rule alone")
    func vectors() throws {
        let vectors = try EOSVectors.all(kind: "verify")
        #expect(!vectors.isEmpty)
        for vector in vectors {
            let key = try EOSPublicKey(text: vector.string("public_key"))
            let signature = try EOSSignature(text: vector.string("signature"))
            let id = try vector.string("id")
            let refusal = try signature.refusal(message: vector.string("message"), by: key)
            #expect(try (refusal == nil) == vector.bool("expect"), "\(id): \(refusal?.description ?? "accepted")")
            #expect(try signature.isCanonical == vector.bool("canonical"))
        }
    }

    @Test("each login vector is verified as one text without separators, hashed once")
    func logins() throws {
        let vectors = try EOSVectors.all(kind: "login")
        #expect(!vectors.isEmpty)
        for vector in vectors {
            let joined =
                try ["timestamp", "account", "uuID", "ref"].map { try vector.string($0) }.joined()
                + (vector.optionalString("mykeyUID") ?? "")
            let signature = try EOSSignature(text: vector.string("signature"))
            #expect(
                try signature.verifies(message: joined, by: EOSPublicKey(text: vector.string("public_key")))
                    == vector.bool("expect"))
        }
    }

    @Test("headers 27 to 34 that recover the right key are accepted, and all others are refused")
    func headers() throws {
        let signed = try signed()
        let id = try #require(signed.signature.recoveryID)
        for header in UInt8.min ... .max {
            let changed = try signed.with(header: header)
            switch header {
            case 27...34 where (header - 27) & 3 == id:
                #expect(signed.refusal(changed) == nil)
            case 27...34:
                #expect([.otherKey, .unrecoverable].contains(signed.refusal(changed)))
            default:
                #expect(signed.refusal(changed) == .header && changed.recoveryID == nil)
                #expect { try changed.recoverPublicKey(digest: Self.digest) } throws: {
                    ($0 as? KeysError)?.code == .recoveryByte
                }
            }
        }
    }

    @Test("each kind of wrong signature has its own reason, and none throws")
    func reasons() throws {
        let signed = try signed()
        let zero = [UInt8](repeating: 0, count: 32)
        let past = [UInt8](repeating: 0xFF, count: 32)
        for changed in try [
            signed.with(r: zero), signed.with(s: zero), signed.with(r: Self.order), signed.with(s: past),
        ] {
            #expect(signed.refusal(changed) == .range)
        }
        // The other s of the same signature: bare ECDSA takes it.
        let negated = zip(Self.order, signed.signature.s).reversed().reduce(into: (bytes: [UInt8](), borrow: 0)) {
            result, pair in
            let difference = Int(pair.0) - Int(pair.1) - result.borrow
            result.bytes.insert(UInt8(truncatingIfNeeded: difference), at: 0)
            result.borrow = difference < 0 ? 1 : 0
        }.bytes
        let high = try signed.with(header: 31 + (#require(signed.signature.recoveryID) ^ 1), s: negated)
        #expect(signed.refusal(high) == .notCanonical)
        #expect(try high.recoverPublicKey(digest: Self.digest) == signed.key)
        let renamed = try signed.with(curve: .r1)
        #expect(signed.refusal(renamed) == .curve)
        var samples = EOSSamples(seed: 82)
        let foreign = samples.r1Point(), other = try #require(try samples.key().publicKey)
        #expect(signed.signature.refusal(digest: Self.digest, by: foreign) == .curve)
        #expect(signed.signature.refusal(digest: Self.digest, by: other) == .otherKey)
        for count in [0, 31, 33] {
            #expect(signed.signature.refusal(digest: [UInt8](repeating: 1, count: count), by: signed.key) == .digest)
            #expect { try signed.signature.recoverPublicKey(digest: [UInt8](repeating: 1, count: count)) } throws: {
                ($0 as? KeysError)?.code == .length
            }
        }
        #expect(signed.signature.refusal(message: Self.message + " ", by: signed.key) == .otherKey)
        // An r that is the x of no point.
        var canonical = [UInt8](repeating: 0x11, count: 32), found = false
        for last in UInt8.min ... .max where !found {
            canonical[31] = last
            found = signed.refusal(try signed.with(r: canonical)) == .unrecoverable
        }
        #expect(found)
        for refusal in EOSSignatureRefusal.allCases { #expect(!refusal.description.isEmpty) }
    }

    @Test(
        "both numbers of a canonical signature are from 2^247 to 2^255",
        arguments: [
            ([0x00, 0x7F], false), ([0x00, 0x80], true), ([0x00, 0x00], false), ([0x01, 0x00], true),
            ([0x7F, 0xFF], true), ([0x80, 0x00], false),
        ] as [([UInt8], Bool)])
    func canonical(start: [UInt8], expected: Bool) throws {
        let edge = start + [UInt8](repeating: 0xFF, count: 30), good = [0x40] + [UInt8](repeating: 0, count: 31)
        #expect(try EOSSignature(curve: .k1, bytes: [31] + edge + good).isCanonical == expected)
        #expect(try EOSSignature(curve: .k1, bytes: [31] + good + edge).isCanonical == expected)
    }

    @Test("any changed bit of a signature is refused")
    func everyBit() throws {
        let signed = try signed(seed: 83)
        for bit in 0..<65 * 8 {
            var bytes = signed.signature.bytes
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            let changed = try EOSSignature(curve: .k1, bytes: bytes)
            // 27 + id and 31 + id are the same signature to a node.
            guard
                changed.recoveryID != signed.signature.recoveryID || changed.r != signed.signature.r
                    || changed.s != signed.signature.s
            else { continue }
            #expect(signed.refusal(changed) != nil, "bit \(bit)")
        }
    }
}
