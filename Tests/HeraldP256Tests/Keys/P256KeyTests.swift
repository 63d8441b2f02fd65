import Crypto
import TestSupport
import Testing

@testable import HeraldKeys
@testable import HeraldP256

@Suite("Keys on P-256")
struct P256KeyTests {
    @Test("a key and a signature do not print, dump or mirror their bytes")
    func redaction() throws {
        let key = try P256PrivateKey(bytes: [UInt8](repeating: 0x46, count: 32))
        let signature = try CompactSignature(
            r: [UInt8](repeating: 0x46, count: 32), s: [UInt8](repeating: 0x46, count: 32), recoveryID: 0)
        var dumped = ""
        dump(key, to: &dumped)
        dump(signature, to: &dumped)
        for text in [
            "\(key)", String(reflecting: key), dumped, "\([key])", "\(Optional(key) as Any)", "\(signature)",
            "\([signature])",
        ] {
            #expect(!text.contains("4646") && !text.contains("70, 70"))
        }
    }

    @Test("0, the order and more, and bytes of another length are refused as private keys")
    func rangeOfPrivateKeys() throws {
        let order = OrderScalar.order.bigEndianBytes
        for refused in [[UInt8](repeating: 0, count: 32), order, [UInt8](repeating: 255, count: 32)] {
            #expect { try P256PrivateKey(bytes: refused) } throws: { ($0 as? KeysError)?.code == .range }
        }
        let last = Words256.below(OrderScalar.order, by: 1).bigEndianBytes
        #expect(try P256PrivateKey(bytes: last).exposedBytes == last)
        for count in [0, 31, 33, 64] {
            #expect { try P256PrivateKey(bytes: [UInt8](repeating: 1, count: count)) } throws: {
                ($0 as? KeysError)?.code == .length
            }
        }
    }

    @Test("a stuck generator still gives a valid key", arguments: [UInt64.min, .max])
    func stuckGenerator(value: UInt64) throws {
        struct Stuck: RandomNumberGenerator {
            let value: UInt64
            mutating func next() -> UInt64 { value }
        }
        var generator = Stuck(value: value)
        let key = P256PrivateKey(using: &generator)
        #expect(try P256PrivateKey(bytes: key.exposedBytes) == key)
    }

    @Test("keys compare by their points")
    func equality() throws {
        let key = P256PrivateKey()
        #expect(try P256PrivateKey(bytes: key.exposedBytes) == key)
        #expect(key != P256PrivateKey())
        #expect(try Set([key.publicKey, P256PublicKey(bytes: key.publicKey.compressed)]).count == 1)
    }

    @Test("a key for an agreement is the same key, and signs and agrees like any other")
    func agreementKeys() throws {
        var first = SeededGenerator(seed: 61), second = SeededGenerator(seed: 61)
        let usual = P256PrivateKey(using: &first), own = P256PrivateKey(agreementUsing: &second)
        let peer = P256PrivateKey(), digest = [UInt8](repeating: 9, count: 32)
        #expect(usual == own && usual.exposedBytes == own.exposedBytes)
        #expect(try P256PrivateKey(agreementBytes: usual.exposedBytes) == usual)
        #expect(try own.sharedSecretX(with: peer.publicKey) == usual.sharedSecretX(with: peer.publicKey))
        #expect(try own.sharedSecretX(with: peer.publicKey) == peer.sharedSecretX(with: own.publicKey))
        #expect(try usual.publicKey.verify(own.compactSignature(digest: digest), digest: digest))
        #expect(!String(reflecting: own).contains(Hex.encode(own.exposedBytes)))
        for refused in [[UInt8](repeating: 0, count: 32), OrderScalar.order.bigEndianBytes] {
            #expect { try P256PrivateKey(agreementBytes: refused) } throws: { ($0 as? KeysError)?.code == .range }
        }
        #expect { try P256PrivateKey(agreementBytes: [1]) } throws: { ($0 as? KeysError)?.code == .length }
    }

    @Test("both public key forms read back to the same point, as swift-crypto writes them")
    func publicKeyForms() throws {
        var random = SeededGenerator(seed: 61)
        for _ in 0..<40 {
            let own = P256PrivateKey(using: &random), key = own.publicKey
            let reference = try P256.Signing.PrivateKey(rawRepresentation: own.exposedBytes).publicKey
            #expect(key.compressed == [UInt8](reference.compressedRepresentation))
            #expect(key.uncompressed == [UInt8](reference.x963Representation))
            #expect(try P256PublicKey(bytes: key.compressed) == key)
            #expect(try P256PublicKey(bytes: key.uncompressed) == key)
        }
    }

    @Test("bytes that are not a point, hybrid forms and wrong lengths are refused")
    func publicKeyRefusals() throws {
        let key = try P256PrivateKey(bytes: [UInt8](repeating: 7, count: 32)).publicKey
        var offCurve = key.uncompressed
        offCurve[64] ^= 1
        var hybrid = key.uncompressed
        hybrid[0] = 6 + (key.uncompressed[64] & 1)
        let cases: [([UInt8], KeysError.Code)] = [
            (offCurve, .point), (hybrid, .prefix), ([4] + key.compressed.dropFirst(), .prefix),
            ([2] + [UInt8](repeating: 255, count: 32), .point),
            ([4] + [UInt8](repeating: 255, count: 64), .point), ([4] + [UInt8](repeating: 0, count: 64), .point),
            ([0], .length),
            ([2] + FieldElement.modulus.bigEndianBytes, .point), ([3] + FieldElement.modulus.bigEndianBytes, .point),
            ([], .length), (Array(key.uncompressed.dropFirst()), .length), (key.compressed + [0], .length),
        ]
        for (bytes, code) in cases {
            #expect { try P256PublicKey(bytes: bytes) } throws: { ($0 as? KeysError)?.code == code }
        }
    }

    @Test("random bytes are points exactly if swift-crypto says so")
    func randomPoints() throws {
        var random = SeededGenerator(seed: 62)
        for _ in 0..<300 {
            let bytes = [UInt8.random(in: 2...3, using: &random)] + random.bytes(32)
            let reference = try? P256.Signing.PublicKey(compressedRepresentation: bytes)
            let key = try? P256PublicKey(bytes: bytes)
            #expect(key?.uncompressed == reference.map { [UInt8]($0.x963Representation) })
            #expect((try? P256PublicKey(bytes: [4] + random.bytes(64))) == nil)
        }
    }

    @Test("two keys agree on a shared x, and with the generator it is the public key's own x")
    func sharedSecret() throws {
        var random = SeededGenerator(seed: 63)
        let generator = try P256PrivateKey(bytes: Words256(small: 1).bigEndianBytes).publicKey
        for _ in 0..<20 {
            let a = P256PrivateKey(using: &random), b = P256PrivateKey(using: &random)
            #expect(try a.sharedSecretX(with: b.publicKey) == b.sharedSecretX(with: a.publicKey))
            #expect(try a.sharedSecretX(with: generator) == Array(a.publicKey.uncompressed[1..<33]))
        }
    }

    @Test("a shared x that begins with a zero byte keeps its 32 bytes")
    func leadingZero() throws {
        var random = SeededGenerator(seed: 64)
        let own = P256PrivateKey(using: &random)
        var found = false
        for _ in 0..<4_000 where !found {
            let peer = P256PrivateKey(using: &random)
            let x = try own.sharedSecretX(with: peer.publicKey)
            #expect(x.count == 32)
            found = x[0] == 0
            if found { #expect(try peer.sharedSecretX(with: own.publicKey) == x) }
        }
        #expect(found)
    }
}
