import HeraldJSON
import HeraldKeys
import TestSupport
import Testing

@Suite("Keys on secp256k1")
struct KeyTests {
    @Test("a key does not print, dump or mirror its bytes")
    func redaction() throws {
        let key = try Secp256k1PrivateKey(bytes: [UInt8](repeating: 0x46, count: 32))
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped, "\([key])", "\(Optional(key) as Any)"] {
            #expect(!text.contains("4646") && !text.contains("70, 70"))
        }
    }

    @Test("0, the order and more, and bytes of another length are refused as private keys")
    func rangeOfPrivateKeys() throws {
        let order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"
        let last = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140"
        for refused in [String(repeating: "0", count: 64), order, String(repeating: "f", count: 64)] {
            #expect { try Secp256k1PrivateKey(hex: refused) } throws: { ($0 as? KeysError)?.code == .range }
        }
        #expect(try Secp256k1PrivateKey(hex: last).exposedBytes == Hex.decode(last))
        for count in [0, 31, 33, 64] {
            #expect { try Secp256k1PrivateKey(bytes: [UInt8](repeating: 1, count: count)) } throws: {
                ($0 as? KeysError)?.code == .length
            }
        }
    }

    @Test("an error about a key names the field and shows nothing of the key")
    func errorsAreSilent() {
        let almost = "0x" + String(repeating: "ab", count: 31) + "g1"
        do {
            _ = try Secp256k1PrivateKey(hex: almost)
            Issue.record("accepted")
        } catch {
            #expect(error.field == "privateKey" && error.code == .character)
            #expect(!"\(error)".contains("abab") && !String(reflecting: error).contains("abab"))
        }
    }

    @Test("keys compare by their bytes")
    func equality() throws {
        let one = try Secp256k1PrivateKey(hex: "0x" + String(repeating: "46", count: 32))
        #expect(try one == Secp256k1PrivateKey(hex: " " + String(repeating: "46", count: 32) + "\n"))
        #expect(one != Secp256k1PrivateKey())
    }

    @Test("a stuck generator still gives a valid key", arguments: [UInt64.min, .max])
    func stuckGenerator(value: UInt64) throws {
        struct Stuck: RandomNumberGenerator {
            let value: UInt64
            mutating func next() -> UInt64 { value }
        }
        var generator = Stuck(value: value)
        let key = Secp256k1PrivateKey(using: &generator)
        #expect(try Secp256k1PrivateKey(bytes: key.exposedBytes) == key)
    }

    @Test("the vectors' addresses follow from their private keys")
    func addressVectors() throws {
        let vectors = try VectorFiles.vectors("ethereum.json", kind: "address")
        #expect(!vectors.isEmpty)
        for vector in vectors {
            let key = try Secp256k1PrivateKey(hex: vector.string("private_key"))
            #expect(try Hex.encode(key.publicKey.uncompressed) == vector.string("public_key_uncompressed"))
            #expect(try key.publicKey.ethereumAddress.checksummed == vector.string("address"))
        }
    }

    @Test("both public key forms read back to the same point")
    func publicKeyForms() throws {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<40 {
            let key = Secp256k1PrivateKey(using: &random).publicKey
            #expect(key.compressed.count == 33 && key.uncompressed.count == 65)
            #expect(try Secp256k1PublicKey(bytes: key.compressed) == key)
            #expect(try Secp256k1PublicKey(bytes: key.uncompressed) == key)
        }
    }

    @Test("bytes that are not a point, hybrid forms and wrong lengths are refused")
    func publicKeyRefusals() throws {
        let key = try Secp256k1PrivateKey(bytes: [UInt8](repeating: 7, count: 32)).publicKey
        var offCurve = key.uncompressed
        offCurve[64] ^= 1
        var hybrid = key.uncompressed
        hybrid[0] = 6 + (key.uncompressed[64] & 1)
        let cases: [([UInt8], KeysError.Code)] = [
            (offCurve, .point), (hybrid, .prefix), ([4] + key.compressed.dropFirst(), .prefix),
            ([2] + [UInt8](repeating: 255, count: 32), .point),
            ([], .length), (Array(key.uncompressed.dropFirst()), .length), (key.compressed + [0], .length),
        ]
        for (bytes, code) in cases {
            #expect { try Secp256k1PublicKey(bytes: bytes) } throws: { ($0 as? KeysError)?.code == code }
        }
    }

    @Test("two keys agree on a shared x, and with the generator it is the public key's own x")
    func sharedSecret() throws {
        var random = SeededGenerator(seed: 12)
        let generator = try Secp256k1PrivateKey(bytes: [UInt8](repeating: 0, count: 31) + [1]).publicKey
        for _ in 0..<20 {
            let a = Secp256k1PrivateKey(using: &random), b = Secp256k1PrivateKey(using: &random)
            #expect(try a.sharedSecretX(with: b.publicKey) == b.sharedSecretX(with: a.publicKey))
            #expect(try a.sharedSecretX(with: generator) == Array(a.publicKey.uncompressed[1..<33]))
        }
    }

    @Test("many simultaneous tasks use the one context safely")
    func concurrentUse() async throws {
        let key = try Secp256k1PrivateKey(bytes: [UInt8](repeating: 0x46, count: 32))
        let expected = try key.sign(digest: Keccak256.hash([1]))
        let same = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    let signature = try key.sign(digest: Keccak256.hash([1]))
                    return try signature == expected
                        && signature.recoverPublicKey(digest: Keccak256.hash([1])) == key.publicKey
                }
            }
            return try await group.reduce(true) { $0 && $1 }
        }
        #expect(same)
    }

    @Test("constant-time comparison distinguishes equal from different")
    func constantTime() {
        #expect(ConstantTime.equals([], []))
        #expect(ConstantTime.equals([1, 2, 3], [1, 2, 3]))
        #expect(!ConstantTime.equals([1, 2, 3], [1, 2, 4]))
        #expect(!ConstantTime.equals([0, 2, 3], [1, 2, 3]))
        #expect(!ConstantTime.equals([1, 2, 3], [1, 2]))
    }
}
