import HeraldKeys
import HeraldP256
import TestSupport
import Testing

@testable import OpenDID_DataModel

@Suite("Session channels")
struct SessionChannelTests {
    private struct NotTheMessage: Error {}

    private static let nonce = [UInt8](repeating: 3, count: 16)

    private static func read(_ bytes: [UInt8]) throws -> String {
        guard bytes.first == 0x7B, let text = String(validating: bytes, as: UTF8.self) else { throw NotTheMessage() }
        return text
    }

    @Test("messages of every length are decrypted unchanged", arguments: [SymmetricCipherType.aes128CBC, .aes256CBC])
    func roundTrips(cipher: SymmetricCipherType) throws {
        var random = SeededGenerator(seed: 91)
        var channel = try SessionChannel(
            secret: AgreedSecret(x: random.bytes(32)), endToEndNonce: Self.nonce, cipher: cipher)
        for count in 0..<70 {
            let (message, iv) = (random.bytes(count), random.bytes(16))
            let sealed = try channel.seal(message, iv: iv)
            #expect(sealed.count == (count / 16 + 1) * 16)
            #expect(try channel.open(sealed, iv: iv) { $0 } == message)
        }
    }

    @Test("without padding, whole blocks are decrypted and other lengths are refused")
    func noPadding() throws {
        var random = SeededGenerator(seed: 92)
        var channel = try SessionChannel(
            secret: AgreedSecret(x: random.bytes(32)), endToEndNonce: Self.nonce, padding: .noPad)
        for count in 0..<50 {
            let (message, iv) = (random.bytes(count), random.bytes(16))
            guard count % 16 == 0 else {
                #expect { try channel.seal(message, iv: iv) } throws: { ($0 as? DataModelError)?.code == .encryption }
                continue
            }
            let sealed = try channel.seal(message, iv: iv)
            #expect(sealed.count == count)
            #expect(try channel.open(sealed, iv: iv) { $0 } == message)
        }
    }

    @Test("every fault of a message gives the same error")
    func uniformError() throws {
        var random = SeededGenerator(seed: 93)
        let secret = try AgreedSecret(x: random.bytes(32)), iv = random.bytes(16)
        let sealed = try SessionChannel(secret: secret, endToEndNonce: Self.nonce).seal(Array("{\"a\":1}".utf8), iv: iv)
        let unreadable = try SessionChannel(secret: secret, endToEndNonce: Self.nonce).seal([0xFF], iv: iv)
        var broken = sealed
        broken[broken.count - 1] ^= 1
        let cases: [([UInt8], [UInt8])] = [
            (broken, iv), (unreadable, iv), ([], iv), (Array(sealed.dropLast()), iv), (sealed + [1], iv), (sealed, []),
            (sealed, iv + [0]), (random.bytes(160), iv), (sealed, [iv[0] ^ 1] + iv.dropFirst()),
        ]
        var errors: Set<DataModelError> = []
        for (ciphertext, iv) in cases {
            var channel = try SessionChannel(secret: secret, endToEndNonce: Self.nonce)
            do {
                _ = try channel.open(ciphertext, iv: iv, reading: Self.read)
                Issue.record("opened")
            } catch { errors.insert(error) }
        }
        var stranger = try SessionChannel(secret: AgreedSecret(x: random.bytes(32)), endToEndNonce: Self.nonce)
        do {
            _ = try stranger.open(sealed, iv: iv, reading: Self.read)
            Issue.record("opened")
        } catch { errors.insert(error) }
        #expect(errors.count == 1 && errors.first?.code == .decryption)
    }

    @Test("random bytes never trap and do not read as the message")
    func randomMessages() throws {
        var random = SeededGenerator(seed: 94)
        for round in 0..<500 {
            var channel = try SessionChannel(
                secret: AgreedSecret(x: [UInt8](repeating: 0, count: round % 3) + random.bytes(32 - round % 3)),
                endToEndNonce: Self.nonce,
                padding: round % 2 == 0 ? .pkcs5 : .noPad)
            let ciphertext = random.bytes(Int.random(in: 0...64, using: &random))
            #expect(throws: DataModelError.self) {
                _ = try channel.open(ciphertext, iv: random.bytes(16)) { bytes in
                    guard bytes.starts(with: "{\"id\":".utf8) else { throw NotTheMessage() }
                    return bytes
                }
            }
        }
    }

    @Test("a peer that drops leading zero bytes is understood, and answered with its own key", arguments: [1, 2, 5])
    func leadingZeros(count: Int) throws {
        var random = SeededGenerator(seed: 95)
        for _ in 0..<40 {
            let x = [UInt8](repeating: 0, count: count) + [7] + random.bytes(31 - count), iv = random.bytes(16)
            let secret = try AgreedSecret(x: x)
            let short = try #require(secret.withoutLeadingZeros)
            #expect(short.withBytes { $0.count } == 32 - count && short.withoutLeadingZeros == nil)
            let peer = try SessionKey(sharedSecret: short, endToEndNonce: Self.nonce, cipher: .aes256CBC)
            var channel = try SessionChannel(secret: secret, endToEndNonce: Self.nonce)
            #expect(channel.key != peer)
            let text = "{\"count\":\(count)}"
            #expect(try channel.open(peer.encrypt(Array(text.utf8), iv: iv), iv: iv, reading: Self.read) == text)
            #expect(channel.key == peer)
            #expect(try peer.decrypt(channel.seal(Array("{}".utf8), iv: iv), iv: iv) == Array("{}".utf8))
        }
    }

    @Test("a peer that keeps leading zero bytes is understood too, and the other key is then dropped")
    func keptZeros() throws {
        var random = SeededGenerator(seed: 96)
        let secret = try AgreedSecret(x: [0, 7] + random.bytes(30)), iv = random.bytes(16)
        let right = try SessionKey(
            sharedSecret: secret, clientNonce: Self.nonce, serverNonce: Self.nonce, cipher: .aes128CBC)
        let short = try SessionKey(
            sharedSecret: #require(secret.withoutLeadingZeros), clientNonce: Self.nonce, serverNonce: Self.nonce,
            cipher: .aes128CBC)
        var channel = try SessionChannel(
            secret: secret, clientNonce: Self.nonce, serverNonce: Self.nonce, cipher: .aes128CBC)
        let message = Array("{\"a\":\"\u{C11C}\"}".utf8)
        #expect(try channel.open(right.encrypt(message, iv: iv), iv: iv, reading: Self.read) == "{\"a\":\"\u{C11C}\"}")
        #expect(channel.key == right)
        #expect(throws: DataModelError.self) {
            try channel.open(short.encrypt(message, iv: iv), iv: iv, reading: Self.read)
        }
    }

    @Test("a secret without a leading zero byte has only one key")
    func noSpare() throws {
        #expect(try AgreedSecret(x: [1] + [UInt8](repeating: 0, count: 31)).withoutLeadingZeros == nil)
    }

    @Test("an initialisation vector of another length is refused by name", arguments: [0, 15, 17])
    func vectorLength(count: Int) throws {
        let channel = try SessionChannel(
            secret: AgreedSecret(x: [UInt8](repeating: 1, count: 32)), endToEndNonce: Self.nonce)
        #expect { try channel.seal([1], iv: [UInt8](repeating: 0, count: count)) } throws: {
            ($0 as? DataModelError)?.field == "iv"
        }
    }
}
