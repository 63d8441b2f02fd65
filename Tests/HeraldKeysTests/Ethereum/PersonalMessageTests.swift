import HeraldKeys
import TestSupport
import Testing

@Suite("personal_sign")
struct PersonalMessageTests {
    /// The table of SDN sheet 1.6: message, digest and signature by the key of 32 bytes `46`.
    static let sheet = [
        (
            "hello", "50b2c43fd39106bafbba0da34fc430e1f91e3c96ea2acee2bc34119f92b37750",
            "0xf63c93dc642a4839770b35abf9cb304ac2f1b5463d9a9abd87546feaa0af992e659cf087c433e45c45f6135cb819ab1922c6359dbb1b8c8d7a54141de2cd4beb1b"
        ),
        (
            "Login with this account\ndid: did:sdn:9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f\n",
            "fa5101ece52274d54011bcc80846f250eb7d2760c93e3699eb1b62f71753afc8",
            "0x423c48fcac5592b8700d77400d361fe378a70be0a30af6e7b275bcddb35a04b53aced230348acefb113346c54d00d033f60df300af16b08d142de39a8a0236751b"
        ),
        (
            "Sign in ✓", "0495c38e78643484de77380205f4c0902c70451994eb49d9059466801dcdc1af",
            "0xed4082c63ee04295070c90b3ff15b6c5560c06db92176c9fb3dd7d6f1229710d5665f51f308838364b6efb825a8c670f04bb4049ff36961d7ff5e6b31f80c5471b"
        ),
    ]

    @Test("digest, signature and signer equal those of the SDN sheet", arguments: sheet)
    func sheetVectors(message: String, digest: String, signature: String) throws {
        let key = try Secp256k1PrivateKey(bytes: [UInt8](repeating: 0x46, count: 32))
        #expect(Hex.encode(PersonalMessage.digest(message)) == digest)
        let signed = try PersonalMessage.sign(message, with: key)
        #expect(signed.text() == signature)
        let read = try RecoverableSignature(text: signature, rules: .sdn)
        #expect(try PersonalMessage.recoverAddress(message, signature: read).checksummed == AddressTests.canonical)
    }

    @Test(
        "keys published in SDK samples give the addresses of the SDN sheet",
        arguments: [
            (
                "6f2e978b08db57348dacfdf48ddaee7586b95331e0db070472bbc16a3981887e",
                "0x6F47cAf3270b14AB7242317a176ed8B69d393eBb"
            ),
            (
                "30303030303030306d6ca337f7197b6fff086010eabe3003352b9d5cbfd0f739",
                "0xe199304b4349f43978575ed4c48d0664513e63fb"
            ),
        ])
    func sheetKeys(key: String, address: String) throws {
        let derived = try Secp256k1PrivateKey(hex: key).publicKey.ethereumAddress
        #expect(try derived == EthereumAddress(address, checksum: .ignored))
    }

    @Test("the length in the digest counts bytes, which need not be text")
    func bytesAndText() {
        #expect(PersonalMessage.digest("✓") == PersonalMessage.digest([0xE2, 0x9C, 0x93]))
        #expect(PersonalMessage.digest("✓") == Keccak256.hash([0x19] + Array("Ethereum Signed Message:\n3✓".utf8)))
        #expect(PersonalMessage.digest("0x1234") != PersonalMessage.digest([0x12, 0x34]))
    }

    @Test("signatures of 300 random keys over random messages recover, verify and are low-s")
    func signAndRecover() throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<300 {
            let key = Secp256k1PrivateKey(using: &random)
            let message = random.bytes(Int.random(in: 0...400, using: &random))
            let signature = try PersonalMessage.sign(message, with: key)
            #expect(signature.isLowS && signature.normalized == signature)
            #expect(try PersonalMessage.recoverAddress(message, signature: signature) == key.publicKey.ethereumAddress)
            #expect(key.publicKey.verify(signature, digest: PersonalMessage.digest(message)))
            #expect(try PersonalMessage.sign(message, with: key) == signature)
        }
    }

    @Test("no changed bit of a signature and no changed message recovers the signer")
    func mutations() throws {
        var random = SeededGenerator(seed: 2)
        let key = Secp256k1PrivateKey(using: &random)
        let signer = key.publicKey.ethereumAddress
        let message = Array("Login with this account\n".utf8)
        let bytes = try PersonalMessage.sign(message, with: key).bytes()
        for bit in 0..<64 * 8 {
            var changed = bytes
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            guard let signature = try? RecoverableSignature(bytes: changed, rules: .sdn) else { continue }
            #expect((try? PersonalMessage.recoverAddress(message, signature: signature)) != signer)
            #expect(!key.publicKey.verify(signature, digest: PersonalMessage.digest(message)))
        }
        let signature = try RecoverableSignature(bytes: bytes, rules: .strict)
        for index in message.indices {
            var changed = message
            changed[index] ^= 0x20
            #expect((try? PersonalMessage.recoverAddress(changed, signature: signature)) != signer)
        }
        let flipped = try RecoverableSignature(r: signature.r, s: signature.s, recoveryID: signature.recoveryID ^ 1)
        #expect((try? PersonalMessage.recoverAddress(message, signature: flipped)) != signer)
    }

    @Test("digests of other lengths than 32 bytes are refused", arguments: [0, 31, 33, 64])
    func digestLength(count: Int) throws {
        let key = try Secp256k1PrivateKey(bytes: [UInt8](repeating: 9, count: 32))
        let digest = [UInt8](repeating: 1, count: count)
        let signature = try PersonalMessage.sign("x", with: key)
        #expect { try key.sign(digest: digest) } throws: { ($0 as? KeysError)?.code == .length }
        #expect { try signature.recoverPublicKey(digest: digest) } throws: { ($0 as? KeysError)?.code == .length }
        #expect(!key.publicKey.verify(signature, digest: digest))
    }
}
