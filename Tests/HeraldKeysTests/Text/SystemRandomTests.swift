import Testing

@testable import HeraldKeys

@Suite("The system's random bytes")
struct SystemRandomTests {
    @Test("there are as many bytes as were asked for, and all of them vary", arguments: [0, 1, 7, 8, 9, 32])
    func count(count: Int) {
        var seen = [Set<UInt8>](repeating: [], count: count)
        for _ in 0..<64 {
            let bytes = SystemRandom.bytes(count)
            #expect(bytes.count == count)
            for (place, byte) in bytes.enumerated() { seen[place].insert(byte) }
        }
        #expect(seen.allSatisfy { $0.count > 8 })
    }
}
