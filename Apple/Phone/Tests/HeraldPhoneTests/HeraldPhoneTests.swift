import Foundation
import HeraldPhone
import Testing

/// Tests of the parts that differ between Apple systems and Linux: the origin of libsecp256k1, CryptoKit, the locks, and files.
@Suite("The clients on this system") struct HeraldPhoneTests {
    @Test("libsecp256k1 signs, recovers and agrees on secrets: the first personal_sign of Tests/Vectors/ethereum.json")
    func curve() throws {
        let key = try Secp256k1PrivateKey(hex: "730d49185cef1739b1815ad55723d8985a66be646bb4b3926452b75bc19f9c4e")
        let signature = try PersonalMessage.sign("hello mykey", with: key)
        #expect(
            signature.text()
                == "0x3327470989164e03193c964b79cc997a88079f1ababf494be6d7cb6691fca0c1"
                + "647a7c0bacf2d67e0799acdd568a60c5146c6a325101da7dec5997c58a5b80451b")
        let signer = try PersonalMessage.recoverAddress("hello mykey", signature: signature)
        #expect(signer.checksummed == "0x7FDA7A7a88FC4D4aBd9d447216484F9603657Ee9")
        let other = Secp256k1PrivateKey()
        #expect(try key.sharedSecretX(with: other.publicKey) == other.sharedSecretX(with: key.publicKey))
    }

    @Test("CryptoKit makes compact signatures of P-256 from which the public key can be recovered")
    func otherCurve() throws {
        let key = P256PrivateKey(), digest = HeraldSHA256.hash(Array("Hello".utf8))
        let signature = try key.compactSignature(digest: digest)
        #expect(key.publicKey.verify(signature, digest: digest))
    }

    @Test("an encrypted store keeps what was written to it")
    func store() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString, isDirectory: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let credentials = MXCredentials(
            node: "https://node.example.org", userId: "@user:example.org", accessToken: "token")
        let key = [UInt8](repeating: 7, count: 32)
        for expected in [nil, "s1"] {
            let store = MXFileStore(directory: folder, cipher: try MXAESStoreCipher(key: key))
            try await store.open(with: credentials)
            #expect(try await store.read { try $0.value(.eventStreamToken) } == expected)
            try await store.write { try $0.set(.eventStreamToken, "s1") }
            await store.close()
        }
    }
}
