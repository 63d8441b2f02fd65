import HeraldKeys
import TestSupport
import Testing

@Suite("Compact signatures on secp256k1")
struct CompactSignatureTests {
    private static let order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"

    @Test("a signature has header 31 or 32 and low s, verifies, and recovers its key")
    func signing() throws {
        var random = SeededGenerator(seed: 71)
        var seen: Set<UInt8> = []
        for _ in 0..<200 {
            let key = Secp256k1PrivateKey(using: &random), digest = random.bytes(32)
            let signature = try key.compactSignature(digest: digest)
            seen.insert(signature.bytes[0])
            #expect(try RecoverableSignature(r: signature.r, s: signature.s, recoveryID: signature.recoveryID).isLowS)
            #expect(key.publicKey.verify(signature, digest: digest))
            #expect(try signature.recoverSecp256k1PublicKey(digest: digest) == key.publicKey)
            #expect(try CompactSignature(bytes: signature.bytes) == signature)
        }
        #expect(seen == [31, 32])
    }

    @Test(
        "headers 33 and 34 with a nonce below the order recover no key or another one, and the signature still verifies"
    )
    func upperHeaders() throws {
        var random = SeededGenerator(seed: 33)
        for _ in 0..<32 {
            let key = Secp256k1PrivateKey(using: &random), digest = random.bytes(32)
            let signature = try key.compactSignature(digest: digest)
            for recoveryID in [UInt8(2), 3] {
                let other = try CompactSignature(r: signature.r, s: signature.s, recoveryID: recoveryID)
                #expect(key.publicKey.verify(other, digest: digest))
                #expect((try? other.recoverSecp256k1PublicKey(digest: digest)) != key.publicKey)
            }
        }
    }

    @Test("a high s verifies, and recovers with the other parity")
    func highS() throws {
        let key = Secp256k1PrivateKey(), digest = Keccak256.hash([1])
        let low = try key.compactSignature(digest: digest)
        var borrow = 0
        var high = [UInt8](repeating: 0, count: 32)
        let order = try Hex.decode(Self.order), s = low.s
        for index in (0..<32).reversed() {
            let value = Int(order[index]) - Int(s[index]) - borrow
            borrow = value < 0 ? 1 : 0
            high[index] = UInt8(truncatingIfNeeded: value)
        }
        let signature = try CompactSignature(r: low.r, s: high, recoveryID: low.recoveryID ^ 1)
        #expect(key.publicKey.verify(signature, digest: digest))
        #expect(try signature.recoverSecp256k1PublicKey(digest: digest) == key.publicKey)
    }

    @Test("headers other than 31 to 34, zero parts and other lengths are refused by name")
    func refusals() throws {
        let part = [UInt8](repeating: 1, count: 32), zero = [UInt8](repeating: 0, count: 32)
        for header in UInt8.min...UInt8.max {
            let bytes = [header] + part + part
            if (31...34).contains(header) {
                #expect(try CompactSignature(bytes: bytes).recoveryID == header - 31)
            } else {
                #expect { try CompactSignature(bytes: bytes) } throws: { ($0 as? KeysError)?.code == .recoveryByte }
            }
        }
        #expect { try CompactSignature(bytes: [31] + zero + part) } throws: {
            ($0 as? KeysError)?.field == "signature.r"
        }
        #expect { try CompactSignature(bytes: [31] + part + zero) } throws: {
            ($0 as? KeysError)?.field == "signature.s"
        }
        for count in [0, 1, 64, 66, 130] {
            #expect { try CompactSignature(bytes: [UInt8](repeating: 31, count: count)) } throws: {
                ($0 as? KeysError)?.code == .length
            }
        }
        #expect { try CompactSignature(r: part, s: part, recoveryID: 4) } throws: {
            ($0 as? KeysError)?.code == .recoveryByte
        }
        #expect { try CompactSignature(r: part + [1], s: part, recoveryID: 0) } throws: {
            ($0 as? KeysError)?.code == .length
        }
        #expect { try CompactSignature(r: part, s: [], recoveryID: 0) } throws: { ($0 as? KeysError)?.code == .length }
    }

    @Test("parts at or above the order never verify and never trap")
    func extremes() throws {
        var random = SeededGenerator(seed: 72)
        let key = Secp256k1PrivateKey(using: &random).publicKey
        let parts = [
            try Hex.decode(Self.order), [UInt8](repeating: 255, count: 32), [UInt8](repeating: 0, count: 31) + [1],
            random.bytes(32),
        ]
        for r in parts {
            for s in parts {
                for id in UInt8(0)...3 {
                    let signature = try CompactSignature(r: r, s: s, recoveryID: id), digest = random.bytes(32)
                    #expect(!key.verify(signature, digest: digest))
                    #expect(!key.verify(signature, digest: []))
                    guard let found = try? signature.recoverSecp256k1PublicKey(digest: digest) else { continue }
                    #expect(found.verify(signature, digest: digest))
                }
            }
        }
    }

    @Test("an altered signature or digest does not verify")
    func alterations() throws {
        var random = SeededGenerator(seed: 73)
        let key = Secp256k1PrivateKey(using: &random), digest = random.bytes(32)
        let signature = try key.compactSignature(digest: digest)
        for position in 1..<65 {
            var bytes = signature.bytes
            bytes[position] ^= 1 << UInt8(position % 8)
            #expect(try !key.publicKey.verify(CompactSignature(bytes: bytes), digest: digest))
        }
        var changed = digest
        changed[31] ^= 1
        #expect(!key.publicKey.verify(signature, digest: changed))
        #expect { try key.compactSignature(digest: []) } throws: { ($0 as? KeysError)?.code == .length }
    }

    @Test("a signature does not print, dump or mirror its bytes")
    func redaction() throws {
        let part = [UInt8](repeating: 0x46, count: 32)
        let signature = try CompactSignature(r: part, s: part, recoveryID: 1)
        var dumped = ""
        dump(signature, to: &dumped)
        for text in ["\(signature)", String(reflecting: signature), dumped, "\([signature])"] {
            #expect(!text.contains("4646") && !text.contains("70, 70"))
        }
    }
}
