import Crypto
import TestSupport
import Testing

@testable import HeraldKeys
@testable import HeraldP256

@Suite("Compact signatures on P-256")
struct CompactSigningTests {
    private static let edgeDigests: [[UInt8]] = [
        [UInt8](repeating: 0, count: 32), Words256.below(OrderScalar.order, by: 1).bigEndianBytes,
        OrderScalar.order.bigEndianBytes,
        OrderScalar.order.adding(Words256(small: 1)).sum.bigEndianBytes, [UInt8](repeating: 0xFF, count: 32),
        Words256(small: 1).bigEndianBytes, OrderScalar.order.shiftedRight(1).bigEndianBytes,
    ]

    private static func expectRight(_ signature: CompactSignature, by key: P256PrivateKey, over digest: [UInt8]) throws
    {
        #expect(signature.bytes.count == 65 && (31...32).contains(signature.bytes[0]))
        #expect(try OrderScalar.isLow(.read(signature.s)))
        #expect(key.publicKey.verify(signature, digest: digest))
        #expect(try signature.recoverP256PublicKey(digest: digest) == key.publicKey)
    }

    @Test("2,000 signatures, tested in eighths, recover their key", arguments: UInt64(0)..<8)
    func recovery(part: UInt64) throws {
        var random = SeededGenerator(seed: 5100 + part)
        for _ in 0..<10 {
            let key = P256PrivateKey(using: &random)
            for _ in 0..<25 {
                let digest = random.bytes(32)
                try Self.expectRight(key.compactSignature(digest: digest), by: key, over: digest)
            }
        }
    }

    @Test("digests at the ends of the range are signed, verified and recovered", arguments: edgeDigests)
    func edges(digest: [UInt8]) throws {
        var random = SeededGenerator(seed: 52)
        for _ in 0..<5 {
            let key = P256PrivateKey(using: &random)
            for _ in 0..<4 { try Self.expectRight(key.compactSignature(digest: digest), by: key, over: digest) }
        }
    }

    @Test("the smallest and the largest private key can sign", arguments: [UInt64(1), 2, 3])
    func edgeKeys(distance: UInt64) throws {
        let digest = [UInt8](SHA256.hash(data: [1, 2, 3]))
        for number in [Words256(small: distance), .below(OrderScalar.order, by: distance)] {
            let key = try P256PrivateKey(bytes: number.bigEndianBytes)
            for _ in 0..<4 { try Self.expectRight(key.compactSignature(digest: digest), by: key, over: digest) }
        }
    }

    @Test("both headers occur, and the other one recovers another key")
    func headers() throws {
        let key = P256PrivateKey()
        var seen: Set<UInt8> = []
        for round in 0..<64 {
            let digest = [UInt8](SHA256.hash(data: [UInt8(round)]))
            let signature = try key.compactSignature(digest: digest)
            seen.insert(signature.bytes[0])
            let other = try CompactSignature(r: signature.r, s: signature.s, recoveryID: signature.recoveryID ^ 1)
            #expect(try other.recoverP256PublicKey(digest: digest) != key.publicKey)
        }
        #expect(seen == [31, 32])
    }

    @Test(
        "headers 33 and 34 with a nonce below the order recover no key or another one, and the signature still verifies"
    )
    func upperHeaders() throws {
        let key = P256PrivateKey()
        for round in 0..<32 {
            let digest = [UInt8](SHA256.hash(data: [UInt8(round), 33]))
            let signature = try key.compactSignature(digest: digest)
            for recoveryID in [UInt8(2), 3] {
                let other = try CompactSignature(r: signature.r, s: signature.s, recoveryID: recoveryID)
                #expect(key.publicKey.verify(other, digest: digest))
                #expect((try? other.recoverP256PublicKey(digest: digest)) != key.publicKey)
            }
        }
    }

    @Test("a high s verifies and recovers with the other parity")
    func highS() throws {
        let key = P256PrivateKey(), digest = [UInt8](SHA256.hash(data: [7]))
        let low = try key.compactSignature(digest: digest)
        let s = try OrderScalar.negated(.read(low.s)).bigEndianBytes
        let high = try CompactSignature(r: low.r, s: s, recoveryID: low.recoveryID ^ 1)
        #expect(key.publicKey.verify(high, digest: digest))
        #expect(try high.recoverP256PublicKey(digest: digest) == key.publicKey)
    }

    @Test("swift-crypto's own signatures get the recovery ID of their key")
    func foreignSignatures() throws {
        var random = SeededGenerator(seed: 53)
        for _ in 0..<20 {
            let bytes = P256PrivateKey(using: &random).exposedBytes
            let foreign = try P256.Signing.PrivateKey(rawRepresentation: bytes)
            let key = try P256PublicKey(bytes: [UInt8](foreign.publicKey.compressedRepresentation))
            let digest = random.bytes(32)
            let preset = try #require(PresetDigest(digest))
            let plain = try foreign.signature(for: preset).withUnsafeBytes { [UInt8]($0) }
            let (r, s) = (Array(plain.prefix(32)), Array(plain.suffix(32)))
            let finder = RecoveryIDFinder(publicKey: key)
            for _ in 0..<3 {
                let id = try #require(try finder.recoveryID(r: .read(r), s: .read(s), digest: .read(digest)))
                #expect(try CompactSignature(r: r, s: s, recoveryID: id).recoverP256PublicKey(digest: digest) == key)
            }
        }
    }

    @Test("an altered signature, digest or key does not verify and gets no recovery ID")
    func alterations() throws {
        var random = SeededGenerator(seed: 54)
        let key = P256PrivateKey(using: &random), other = P256PrivateKey(using: &random)
        let digest = random.bytes(32)
        let signature = try key.compactSignature(digest: digest)
        #expect(!other.publicKey.verify(signature, digest: digest))
        for position in 1..<65 {
            var bytes = signature.bytes
            bytes[position] ^= 1 << UInt8(position % 8)
            #expect(try !key.publicKey.verify(CompactSignature(bytes: bytes), digest: digest))
        }
        for position in 0..<32 {
            var changed = digest
            changed[position] ^= 0x10
            #expect(!key.publicKey.verify(signature, digest: changed))
        }
        let finder = RecoveryIDFinder(publicKey: other.publicKey)
        let (r, s) = try (Words256.read(signature.r), Words256.read(signature.s))
        let message = try Words256.read(digest)
        for _ in 0..<3 { #expect(finder.recoveryID(r: r, s: s, digest: message) == nil) }
        for (r, s) in [(Words256.zero, s), (r, .zero), (OrderScalar.order, s), (r, OrderScalar.order)] {
            #expect(finder.recoveryID(r: r, s: s, digest: message) == nil)
        }
    }

    @Test("a digest of another length is refused by name", arguments: [0, 31, 33, 64])
    func digestLengths(count: Int) throws {
        let key = P256PrivateKey(), digest = [UInt8](repeating: 1, count: count)
        #expect { try key.compactSignature(digest: digest) } throws: { ($0 as? KeysError)?.field == "digest" }
        let signature = try key.compactSignature(digest: [UInt8](repeating: 1, count: 32))
        #expect(!key.publicKey.verify(signature, digest: digest))
        #expect { try signature.recoverP256PublicKey(digest: digest) } throws: { ($0 as? KeysError)?.code == .length }
    }

    @Test("random and extreme signatures never trap")
    func malformed() throws {
        var random = SeededGenerator(seed: 55)
        let key = P256PrivateKey(using: &random).publicKey
        let order = OrderScalar.order.bigEndianBytes, field = FieldElement.modulus.bigEndianBytes
        let parts = [
            order, field, [UInt8](repeating: 0xFF, count: 32), Words256(small: 1).bigEndianBytes,
            Words256.below(OrderScalar.order, by: 1).bigEndianBytes,
        ]
        for id in UInt8(0)...3 {
            for r in parts + [random.bytes(32), random.bytes(32)] {
                for s in parts + [random.bytes(32)] {
                    let signature = try CompactSignature(r: r, s: s, recoveryID: id)
                    let digest = random.bytes(32)
                    #expect(!key.verify(signature, digest: digest))
                    guard let found = try? signature.recoverP256PublicKey(digest: digest) else { continue }
                    #expect(found.verify(signature, digest: digest))
                }
            }
        }
    }

    @Test("only IDs 2 and 3 recover a nonce point whose x is above the order")
    func overflowingNonce() throws {
        // x = n + r with small r; such points exist though nobody ever drew one.
        let points = (UInt64(1)...64).filter {
            AffinePoint(x: OrderScalar.order.adding(Words256(small: $0)).sum, oddY: false) != nil
        }
        #expect(points.count > 4)
        for small in points.prefix(4) {
            let r = Words256(small: small).bigEndianBytes, digest = [UInt8](repeating: UInt8(small), count: 32)
            for id in UInt8(2)...3 {
                let signature = try CompactSignature(r: r, s: [UInt8](repeating: 5, count: 32), recoveryID: id)
                let key = try signature.recoverP256PublicKey(digest: digest)
                #expect(key.verify(signature, digest: digest))
                let finder = RecoveryIDFinder(publicKey: key)
                #expect(
                    try finder.recoveryID(r: Words256(small: small), s: .read(signature.s), digest: .read(digest)) == id
                )
            }
        }
    }

    @Test("a signature recovers its own key only, with its own recovery ID only")
    func recovering() throws {
        var random = SeededGenerator(seed: 58)
        let key = P256PrivateKey(using: &random), other = P256PrivateKey(using: &random)
        // More signatures than a key makes before its multiples are prepared.
        for _ in 0..<12 {
            let digest = random.bytes(32), signature = try key.compactSignature(digest: digest)
            #expect(signature.recovers(key.publicKey, digest: digest))
            #expect(!signature.recovers(other.publicKey, digest: digest))
            #expect(!signature.recovers(key.publicKey, digest: random.bytes(32)))
            #expect(!signature.recovers(key.publicKey, digest: Array(digest.dropLast())))
            for id in UInt8(0)...3 {
                let changed = try CompactSignature(r: signature.r, s: signature.s, recoveryID: id)
                let recovered = try? changed.recoverP256PublicKey(digest: digest)
                #expect(changed.recovers(key.publicKey, digest: digest) == (recovered == key.publicKey))
            }
        }
    }

    @Test("the multiples of a public key are remembered by its bytes, up to a limit")
    func remembered() {
        let memory = MultiplesMemory()
        let first = memory.multiples(of: [1])
        #expect(memory.multiples(of: [1]) === first)
        #expect(memory.multiples(of: [2]) !== first)
        for byte in UInt8(3)...UInt8(MultiplesMemory.limit + 8) { _ = memory.multiples(of: [byte]) }
        #expect(memory.count <= MultiplesMemory.limit)
        #expect(memory.multiples(of: [1]) !== first)
    }

    @Test("a key that makes many signatures gets wider tables, and signs rightly with each")
    func manySignatures() throws {
        var random = SeededGenerator(seed: 59)
        let key = P256PrivateKey(using: &random)
        for _ in 0..<560 {
            let digest = random.bytes(32), signature = try key.compactSignature(digest: digest)
            #expect(
                key.publicKey.verify(signature, digest: digest) && signature.recovers(key.publicKey, digest: digest))
        }
        let digest = random.bytes(32)
        try Self.expectRight(key.compactSignature(digest: digest), by: key, over: digest)
    }

    @Test("a key that is read anew for each signature signs rightly before and after its multiples are prepared")
    func readAnew() throws {
        var random = SeededGenerator(seed: 57)
        let bytes = P256PrivateKey(using: &random).exposedBytes
        for _ in 0..<24 {
            let digest = random.bytes(32), key = try P256PrivateKey(bytes: bytes)
            try Self.expectRight(key.compactSignature(digest: digest), by: key, over: digest)
        }
    }

    @Test("one key signs in many tasks at once")
    func concurrentSigning() async throws {
        let key = P256PrivateKey()
        let right = try await withThrowingTaskGroup(of: Bool.self) { group in
            for round in UInt8(0)..<16 {
                group.addTask {
                    let digest = [UInt8](repeating: round, count: 32)
                    return try key.compactSignature(digest: digest).recoverP256PublicKey(digest: digest)
                        == key.publicKey
                }
            }
            return try await group.reduce(true) { $0 && $1 }
        }
        #expect(right)
    }
}
