import Testing

@testable import HeraldKeys

@Suite("Secret bytes")
struct SecretBytesTests {
    @Test("wiping overwrites every byte")
    func wipe() {
        var bytes = [UInt8](repeating: 0xAA, count: 32)
        bytes.withUnsafeMutableBytes { SecretBytes.wipe($0) }
        #expect(bytes == [UInt8](repeating: 0, count: 32))
    }

    @Test("a copy is independent")
    func copy() {
        var bytes: [UInt8] = [1, 2, 3]
        let secret = SecretBytes(copying: bytes)
        bytes[0] = 9
        #expect(secret.count == 3)
        #expect(secret.withBytes { $0[0] } == 1)
    }

    @Test("two secrets are equal exactly if their bytes are")
    func equality() {
        let secret = SecretBytes(copying: [1, 2, 3])
        #expect(secret.equals(SecretBytes(copying: [1, 2, 3])))
        #expect(!secret.equals(SecretBytes(copying: [1, 2, 4])) && !secret.equals(SecretBytes(copying: [0, 2, 3])))
        #expect(!secret.equals(SecretBytes(copying: [1, 2])) && !secret.equals(SecretBytes(copying: [])))
        #expect(SecretBytes(copying: []).equals(SecretBytes(copying: [])))
    }
}
