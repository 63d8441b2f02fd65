import Crypto
import HeraldKeys
import TestSupport
import Testing

@Suite("SHA-256")
struct SHA256Tests {
    /// The first three are of FIPS 180-4's examples; the runs of a were computed by another implementation (Python's hashlib).
    @Test(
        "known inputs give the known digests",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (String(repeating: "a", count: 55), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
            (String(repeating: "a", count: 64), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
            (
                String(repeating: "a", count: 1_000_000),
                "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
            ),
        ])
    func knownAnswers(text: String, digest: String) {
        #expect(Hex.encode(HeraldSHA256.hash(Array(text.utf8))) == digest)
    }

    @Test("every length up to 300 and ten long inputs agree with swift-crypto")
    func witness() {
        var random = SeededGenerator(seed: 51)
        for count in Array(0...300) + (0..<10).map({ _ in Int.random(in: 1_000...100_000, using: &random) }) {
            let bytes = random.bytes(count)
            #expect(HeraldSHA256.hash(bytes) == Array(SHA256.hash(data: bytes)), "\(count) bytes")
        }
    }

    @Test("splitting the input does not change the digest")
    func splits() {
        var random = SeededGenerator(seed: 52)
        for count in [1, 55, 56, 63, 64, 65, 127, 128, 129, 1_000] {
            let bytes = random.bytes(count)
            for _ in 0..<20 {
                var hash = HeraldSHA256()
                var rest = bytes[...]
                while !rest.isEmpty {
                    let part = rest.prefix(Int.random(in: 0...70, using: &random))
                    hash.update(Array(part))
                    rest = rest.dropFirst(part.count)
                }
                #expect(hash.finalize() == HeraldSHA256.hash(bytes))
            }
        }
    }

    @Test("reading the digest changes nothing: more input may follow, and copies are independent")
    func finalizeIsARead() {
        var hash = HeraldSHA256()
        hash.update([1, 2])
        let before = hash.finalize()
        #expect(before == HeraldSHA256.hash([1, 2]) && hash.finalize() == before)
        var copy = hash
        copy.update([4])
        hash.update([3])
        #expect(hash.finalize() == HeraldSHA256.hash([1, 2, 3]))
        #expect(copy.finalize() == HeraldSHA256.hash([1, 2, 4]))
    }
}
