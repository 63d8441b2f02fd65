import HeraldJSON
import HeraldKeys
import TestSupport
import Testing

@Suite("Signing for EOS")
struct EOSSigningTests {
    @Test("each vector gives the same signature after the same number of candidates")
    func vectors() throws {
        let vectors = try EOSVectors.all(kind: "sign_deterministic")
        #expect(!vectors.isEmpty)
        for vector in vectors {
            let key = try EOSPrivateKey(text: vector.string("wif"))
            let digest = try HeraldSHA256.hash(Array(vector.string("message").utf8))
            let (signature, retries) = try key.signCounting(digest: digest)
            #expect(try Int64(retries) == vector.int("retries") && signature.text == vector.string("signature"))
            #expect(try key.sign(vector.string("message")) == signature)
        }
    }

    @Test("each of 1,000 signatures is canonical, has a header of 31 to 34, verifies strictly and is repeatable")
    func everySignature() throws {
        var samples = EOSSamples(seed: 71)
        var tries: [Int: Int] = [:]
        for _ in 0..<1_000 {
            let key = try samples.key()
            let point = try #require(key.publicKey)
            let message = samples.random.bytes(Int.random(in: 0...100, using: &samples.random))
            let digest = HeraldSHA256.hash(message)
            let (signature, retries) = try key.signCounting(digest: digest)
            tries[retries, default: 0] += 1
            #expect(signature.isCanonical && (31...34).contains(signature.header))
            #expect(
                signature.refusal(message: message, by: point) == nil && signature.verifies(digest: digest, by: point))
            #expect(try signature.recoverPublicKey(digest: digest) == point)
            #expect(try key.sign(message) == signature)
            #expect(try EOSSignature(text: signature.text) == signature)
        }
        // Half of all candidates have a high r.
        #expect(
            (400...600).contains(tries[0] ?? 0) && (150...350).contains(tries[1] ?? 0) && tries.keys.contains { $0 > 3 }
        )
    }

    @Test("the first candidate is the plain RFC 6979 signature, and a later one has another nonce over the same digest")
    func candidates() throws {
        var samples = EOSSamples(seed: 72)
        var first = 0, later = 0
        for _ in 0..<100 {
            let key = try samples.key()
            let digest = samples.random.bytes(32)
            let plain = EOSSignature(try Secp256k1PrivateKey(bytes: key.exposedBytes).sign(digest: digest))
            let (signature, retries) = try key.signCounting(digest: digest)
            #expect((signature == plain) == (retries == 0) && plain.isCanonical == (retries == 0))
            if retries == 0 { first += 1 } else { later += 1 }
        }
        #expect(first > 20 && later > 20)
    }

    @Test("a key for P-256 and digests of other lengths are refused with a reason")
    func refused() throws {
        var samples = EOSSamples(seed: 73)
        let other = try samples.key(.r1)
        #expect(other.publicKey == nil)
        #expect { try other.sign("text") } throws: { ($0 as? KeysError)?.code == .curve }
        let key = try samples.key()
        for count in [0, 31, 33] {
            #expect { try key.sign(digest: [UInt8](repeating: 1, count: count)) } throws: {
                ($0 as? KeysError)?.code == .length
            }
        }
    }

    @Test("a signature does not print itself")
    func redaction() throws {
        var samples = EOSSamples(seed: 74)
        let signature = try samples.key().sign("login")
        var dumped = ""
        dump(signature, to: &dumped)
        for text in ["\(signature)", String(reflecting: signature), dumped, "\([signature])"] {
            #expect(
                text.contains("redacted") && !text.contains("SIG_K1_")
                    && !text.contains("\(signature.r[0]), \(signature.r[1])"))
        }
    }
}
