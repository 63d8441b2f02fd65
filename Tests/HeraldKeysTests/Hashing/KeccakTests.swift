import HeraldJSON
import HeraldKeys
import TestSupport
import Testing

@Suite("Keccak-256")
struct KeccakTests {
    /// Computed by another implementation (the Python package pycryptodome).
    @Test(
        "runs of the letter a around the block length of 136 give the known digests",
        arguments: [
            (0, "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"),
            (1, "3ac225168df54212a25c1c01fd35bebfea408fdac2e31ddd6f80a4bbf9a5f1cb"),
            (135, "34367dc248bbd832f4e3e69dfaac2f92638bd0bbd18f2912ba4ef454919cf446"),
            (136, "a6c4d403279fe3e0af03729caada8374b5ca54d8065329a3ebcaeb4b60aa386e"),
            (137, "d869f639c7046b4929fc92a4d988a8b22c55fbadb802c0c66ebcd484f1915f39"),
            (272, "cf7fcd4f705ee749930d19ca84561a9bf62516bd90a471545fa2f49fdc7e63c8"),
            (1_000_000, "fadae6b49f129bbb812be8407b7b2894f34aecf6dbd1f9b0f0c7e9853098fc96"),
        ])
    func knownAnswers(count: Int, digest: String) {
        #expect(Hex.encode(Keccak256.hash([UInt8](repeating: 0x61, count: count))) == digest)
    }

    @Test("the vectors' inputs give the vectors' digests")
    func vectors() throws {
        let vectors = try VectorFiles.vectors("ethereum.json", kind: "keccak256")
        #expect(!vectors.isEmpty)
        for vector in vectors {
            #expect(try Hex.encode(Keccak256.hash(Hex.decode(vector.string("input_hex")))) == vector.string("digest"))
        }
    }

    @Test("every length up to 300 agrees with a second implementation")
    func reference() {
        var random = SeededGenerator(seed: 41)
        for count in 0...300 {
            let bytes = random.bytes(count)
            #expect(Keccak256.hash(bytes) == ReferenceKeccak.hash(bytes))
        }
    }

    @Test("splitting the input does not change the digest")
    func splits() {
        var random = SeededGenerator(seed: 42)
        let bytes = random.bytes(1_000)
        for count in [134, 135, 136, 137, 271, 272, 273, 1_000] {
            let whole = Keccak256.hash(Array(bytes.prefix(count)))
            for first in Set([0, 1, 7, 8, 134, 135, 136, 137, 271, 272, 273, count]).filter({ $0 <= count }) {
                var hash = Keccak256()
                hash.update(Array(bytes[..<first]))
                hash.update(Array(bytes[first..<count]))
                #expect(hash.finalize() == whole)
            }
            var hash = Keccak256()
            var rest = bytes.prefix(count)
            while !rest.isEmpty {
                let part = rest.prefix(Int.random(in: 0...150, using: &random))
                hash.update(Array(part))
                rest = rest.dropFirst(part.count)
            }
            #expect(hash.finalize() == whole)
        }
    }

    @Test("reading the digest changes nothing: more input may follow, and copies are independent")
    func finalizeIsARead() {
        var hash = Keccak256()
        hash.update([1, 2])
        let before = hash.finalize()
        #expect(before == Keccak256.hash([1, 2]) && hash.finalize() == before)
        var copy = hash
        copy.update([4])
        hash.update([3])
        #expect(hash.finalize() == Keccak256.hash([1, 2, 3]))
        #expect(copy.finalize() == Keccak256.hash([1, 2, 4]))
    }
}
