import Testing

@testable import OpenDIDServices

@Suite("Encrypted storage")
struct SealTests {
    private let seal = StorageSeal(key: [UInt8](repeating: 1, count: 32))

    @Test("encrypted data can be decrypted only at its place; a changed byte, another key or another place is an error")
    func opens() throws {
        let sealed = try seal.seal([1, 2, 3], at: "user/1")
        #expect(try seal.open(sealed, at: "user/1") == [1, 2, 3])
        #expect(throws: ServicesError.self) { try seal.open(sealed, at: "user/2") }
        #expect(throws: ServicesError.self) {
            try StorageSeal(key: [UInt8](repeating: 2, count: 32)).open(sealed, at: "user/1")
        }
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(throws: ServicesError.self) { try seal.open(changed, at: "user/1") }
        }
        for length in [0, 1, 20] {
            #expect(throws: ServicesError.self) { try seal.open(Array(sealed.prefix(length)), at: "user/1") }
        }
    }

    @Test("an index is the same for the same value of one column only")
    func index() {
        #expect(seal.index("a", of: "x") == seal.index("a", of: "x"))
        #expect(seal.index("a", of: "x") == StorageSeal(key: [UInt8](repeating: 1, count: 32)).index("a", of: "x"))
        #expect(seal.index("a", of: "x") != StorageSeal(key: [UInt8](repeating: 2, count: 32)).index("a", of: "x"))
        #expect(seal.index("a", of: "x") != seal.index("b", of: "x"))
        #expect(seal.index("a", of: "x") != seal.index("a", of: "y"))
    }
}
