import HeraldKeys
import TestSupport
import Testing

@Suite("RIPEMD-160")
struct RIPEMD160Tests {
    /// The designers' own test values.
    @Test(
        "the published inputs give the published digests",
        arguments: [
            ("", "9c1185a5c5e9fc54612808977ee8f548b2258d31"),
            ("a", "0bdc9d2d256b3ee9daae347be6f4dc835a467ffe"),
            ("abc", "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc"),
            ("message digest", "5d0689ef49d2fae572b881b123a85ffa21595f36"),
            ("abcdefghijklmnopqrstuvwxyz", "f71c27109c692c1b56bbdceb5b9d2865b3708dbc"),
            ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "12a053384a9c0c88e405a06c27dcf49ada62eb2b"),
            (
                "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
                "b0e20b6e3116640286ed3a87a5713079b21f5189"
            ),
            (String(repeating: "1234567890", count: 8), "9b752e45573d4b39f4dbd3323cab82bf63326bfb"),
            (String(repeating: "a", count: 1_000_000), "52783243c1697bdbe16d37f97f68f08325dc1528"),
        ])
    func knownAnswers(text: String, digest: String) {
        #expect(Hex.encode(RIPEMD160.hash(Array(text.utf8))) == digest)
    }

    /// Computed by another implementation (the Python package pycryptodome).
    @Test(
        "runs of the letter a around the block length of 64 give the known digests",
        arguments: [
            (55, "0d8a8c9063a48576a7c97e9f95253a6e53ff6765"),
            (56, "e72334b46c83cc70bef979e15453706c95b888be"),
            (57, "eed82d19d597ab275b550ff3d6e0bc2a75350388"),
            (63, "e640041293fe663b9bf3f8c21ffecac03819e6b2"),
            (64, "9dfb7d374ad924f3f88de96291c33e9abed53e32"),
            (65, "99724bb11811e7166af38f671b6a082d8ab4960b"),
            (119, "23e398ff2bac815aa1bbb57ca2a669c841872919"),
            (120, "c476770a6dae31fcee8d25efe6559a05c8024595"),
            (128, "8dfdfb32b2ed5cb41a73478b4fd60cc5b4648b15"),
        ])
    func blockEnds(count: Int, digest: String) {
        #expect(Hex.encode(RIPEMD160.hash([UInt8](repeating: 0x61, count: count))) == digest)
    }

    @Test("splitting the input does not change the digest")
    func splits() {
        var random = SeededGenerator(seed: 53)
        let bytes = random.bytes(1_000)
        for _ in 0..<50 {
            var hash = RIPEMD160()
            var rest = bytes[...]
            while !rest.isEmpty {
                let part = rest.prefix(Int.random(in: 0...150, using: &random))
                hash.update(Array(part))
                rest = rest.dropFirst(part.count)
            }
            #expect(hash.finalize() == RIPEMD160.hash(bytes))
        }
    }
}
