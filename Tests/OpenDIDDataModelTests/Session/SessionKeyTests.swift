import Crypto
import HeraldJSON
import HeraldKeys
import HeraldP256
import TestSupport
import Testing

@testable import OpenDID_DataModel

@Suite("Session keys")
struct SessionKeyTests {
    @Test("the vectors' keys follow from the keys and nonces")
    func sessionVectors() throws {
        let vectors = try SessionVectors.entries(kind: "opendid_session_key")
        #expect(!vectors.isEmpty)
        for vector in vectors {
            let id = try vector.string("id")
            let curve = try #require(EllipticCurveType(rawValue: vector.string("curve")))
            #expect(curve == .secp256r1)
            let cipher = try #require(SymmetricCipherType(rawValue: vector.string("cipher")))
            let own = try AgreementKey.p256(P256PrivateKey(bytes: vector.bytes("private_key_hex")))
            let key = try SessionKey(
                sharedSecret: own.agree(with: vector.bytes("peer_public_key_hex")),
                clientNonce: vector.bytes("client_nonce_hex"),
                serverNonce: vector.bytes("server_nonce_hex"), cipher: cipher)
            #expect(try key.exposedBytes == vector.bytes("session_key_hex"), "\(id)")
        }
    }

    @Test("the vectors' messages decrypt, and encrypt to the same bytes")
    func endToEndVectors() throws {
        let vectors = try SessionVectors.entries(kind: "opendid_e2e")
        #expect(!vectors.isEmpty)
        for vector in vectors {
            let cipher = try #require(SymmetricCipherType(rawValue: vector.string("cipher")))
            let padding = try #require(SymmetricPaddingType(rawValue: vector.string("padding")))
            let own = try AgreementKey.p256(P256PrivateKey(bytes: vector.bytes("private_key_hex")))
            var channel = try SessionChannel(
                secret: own.agree(with: vector.bytes("peer_public_key_hex")), endToEndNonce: vector.bytes("nonce_hex"),
                cipher: cipher,
                padding: padding)
            let (plaintext, ciphertext) = try (vector.string("plaintext_utf8"), vector.bytes("ciphertext_hex"))
            let iv = try vector.bytes("iv_hex")
            #expect(try channel.open(ciphertext, iv: iv) { String(decoding: $0, as: UTF8.self) } == plaintext)
            #expect(try channel.seal(Array(plaintext.utf8), iv: iv) == ciphertext)
        }
    }

    @Test("both peers derive the same key, on either curve", arguments: EllipticCurveType.allCases)
    func bothSides(curve: EllipticCurveType) throws {
        var random = SeededGenerator(seed: 81)
        for cipher in SymmetricCipherType.allCases where cipher.isAccepted {
            let client = AgreementKey(curve: curve, using: &random), server = AgreementKey(curve: curve, using: &random)
            #expect(client.curve == curve && client != server)
            let (one, two) = (random.bytes(16), random.bytes(16))
            let here = try client.agree(with: server.compressedPublicKey),
                there = try server.agree(with: client.compressedPublicKey)
            #expect(here == there)
            let key = try SessionKey(sharedSecret: here, clientNonce: one, serverNonce: two, cipher: cipher)
            #expect(try key == SessionKey(sharedSecret: there, clientNonce: one, serverNonce: two, cipher: cipher))
            #expect(try key != SessionKey(sharedSecret: there, clientNonce: two, serverNonce: one, cipher: cipher))
            #expect(key.exposedBytes.count == (cipher == .aes128CBC ? 16 : 32))
        }
    }

    @Test("the AES-128 key is the first half of the AES-256 key")
    func cut() throws {
        let secret = try AgreedSecret(x: [UInt8](repeating: 9, count: 32)), nonce = [UInt8](repeating: 1, count: 16)
        let long = try SessionKey(sharedSecret: secret, endToEndNonce: nonce, cipher: .aes256CBC)
        let short = try SessionKey(sharedSecret: secret, endToEndNonce: nonce, cipher: .aes128CBC)
        #expect(short.exposedBytes == Array(long.exposedBytes.prefix(16)))
        #expect(long.exposedBytes == Array(SHA256.hash(data: [UInt8](repeating: 9, count: 32) + nonce)))
    }

    @Test("ECB is refused by name", arguments: [SymmetricCipherType.aes128ECB, .aes256ECB])
    func electronicCodeBook(cipher: SymmetricCipherType) throws {
        let secret = try AgreedSecret(x: [UInt8](repeating: 9, count: 32)), nonce = [UInt8](repeating: 1, count: 16)
        #expect { try SessionKey(sharedSecret: secret, endToEndNonce: nonce, cipher: cipher) } throws: {
            ($0 as? DataModelError)?.code == .cipher
        }
        #expect {
            try SessionKey(sharedSecret: secret, clientNonce: nonce, serverNonce: nonce, cipher: cipher)
        } throws: {
            ($0 as? DataModelError)?.code == .cipher
        }
        #expect { try cipher.requireChoice(from: [cipher]) } throws: { ($0 as? DataModelError)?.code == .cipher }
    }

    @Test("a server takes the first offered cipher that it accepts, and a client only one that it offered")
    func choice() throws {
        #expect(try SymmetricCipherType.chosen(from: nil) == .aes256CBC)
        #expect(try SymmetricCipherType.chosen(from: [.aes256ECB, .aes128CBC, .aes256CBC]) == .aes128CBC)
        #expect(throws: DataModelError.self) { try SymmetricCipherType.chosen(from: [.aes256ECB]) }
        #expect(throws: DataModelError.self) { try SymmetricCipherType.chosen(from: []) }
        #expect(throws: Never.self) { try SymmetricCipherType.aes128CBC.requireChoice(from: nil) }
        #expect(throws: Never.self) { try SymmetricCipherType.aes128CBC.requireChoice(from: [.aes128CBC]) }
        #expect(throws: DataModelError.self) { try SymmetricCipherType.aes128CBC.requireChoice(from: [.aes256CBC]) }
    }

    @Test("nonces and secrets of another length are refused by name", arguments: [0, 15, 17, 32])
    func lengths(count: Int) throws {
        let secret = try AgreedSecret(x: [UInt8](repeating: 9, count: 32))
        let right = [UInt8](repeating: 1, count: 16), wrong = [UInt8](repeating: 1, count: count)
        func field(_ body: () throws -> Void) -> String? {
            do { try body() } catch { return (error as? DataModelError)?.field }
            return nil
        }
        for (client, server, name) in [(wrong, right, "clientNonce"), (right, wrong, "serverNonce")] {
            let found = field {
                _ = try SessionKey(sharedSecret: secret, clientNonce: client, serverNonce: server, cipher: .aes256CBC)
            }
            #expect(found == name)
        }
        #expect(field { _ = try SessionKey(sharedSecret: secret, endToEndNonce: wrong, cipher: .aes256CBC) } == "nonce")
        #expect(field { _ = try AgreedSecret(x: wrong + [1]) } == "sharedSecret")
    }

    @Test("a key of the other curve, and bytes that are not a key, are refused")
    func foreignKeys() throws {
        var random = SeededGenerator(seed: 82)
        for curve in EllipticCurveType.allCases {
            let key = AgreementKey(curve: curve, using: &random)
            for bytes in [[], [2], [UInt8](repeating: 2, count: 33), [5] + random.bytes(32), [4] + random.bytes(64)] {
                if let secret = try? key.agree(with: bytes) {
                    // 02 and 32 times 02 may well be a point.
                    #expect(bytes.count == 33 && secret.withBytes { $0.count } == 32)
                } else {
                    #expect { try key.agree(with: bytes) } throws: { ($0 as? DataModelError)?.code == .keyAgreement }
                }
            }
        }
    }

    @Test("secrets, keys and channels print, dump and mirror without their bytes")
    func redaction() throws {
        let bytes = [UInt8](repeating: 0x46, count: 32)
        let secret = try AgreedSecret(x: bytes)
        let key = try SessionKey(sharedSecret: secret, endToEndNonce: Array(bytes.prefix(16)), cipher: .aes256CBC)
        let channel = try SessionChannel(secret: secret, endToEndNonce: Array(bytes.prefix(16)))
        let shown = key.exposedBytes.prefix(4).map { String($0) }.joined(separator: ", ")
        var dumped = ""
        dump(secret, to: &dumped)
        dump(key, to: &dumped)
        dump(channel, to: &dumped)
        dump(try AgreementKey.p256(P256PrivateKey(bytes: bytes)), to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), "\(key)", String(reflecting: key), "\(channel)", dumped] {
            #expect(!text.contains("70, 70") && !text.contains("4646"))
            #expect(!text.contains(Hex.encode(key.exposedBytes)) && !text.contains(shown))
        }
    }
}
