import HeraldKeys
import HeraldP256
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

@Suite("Keys in the original wallet's format")
struct UpstreamKeyFormatTests {
    private let key = (1...32).map { UInt8($0) }
    private let salt = (0..<32).map { UInt8($0) }

    /// Made by Python's `hashlib.pbkdf2_hmac("sha1", …, 2048, 48)` and `openssl enc -aes-256-cbc`.
    private let underPIN =
        "6ec3977a9d58ef1aaace4ebb0e686784e2df8dfe3824601e412f7a8bb2d97e7bc90f7e8b4db39ff29d112b5cfad84679"
    /// Likewise, with salt and IV from SHA-384 of the wallet's id and 32 bytes of output.
    private let underPasscode =
        "c1be91f876007abce96e29201f7d7dee3acbfe2b6fbe68262dd2f1cbac282bcc7210de4a49daa17c4821b3340a1c9d31"

    @Test("a PIN key equals other programs' result")
    func pinKey() throws {
        let item = try UpstreamKeyFormat.seal(privateKey: key, pin: SecretText("123456"), salt: salt)
        #expect(item.salt.hasPrefix("m"))
        #expect(try Multibase.decode(item.encryptedKey).bytes == Hex.decode(underPIN))
        #expect(try UpstreamKeyFormat.open(item, pin: SecretText("123456")) == key)
        let other = UpstreamKeyFormat.PINKey(
            salt: Multibase.encode(salt, as: .base58btc),
            encryptedKey: Multibase.encode(try Hex.decode(underPIN), as: .base16))
        #expect(try UpstreamKeyFormat.open(other, pin: SecretText("123456")) == key)
    }

    @Test("a store key equals other programs' result")
    func storeKey() throws {
        let passcode = SecretText("pässcode"), wallet = "WID202411abcdefghijk"
        let encrypted = try UpstreamKeyFormat.sealStoreKey(key, passcode: passcode, walletID: wallet)
        #expect(Hex.encode(encrypted) == underPasscode)
        #expect(try UpstreamKeyFormat.openStoreKey(encrypted, passcode: passcode, walletID: wallet) == key)
        #expect(
            (try? UpstreamKeyFormat.openStoreKey(encrypted, passcode: passcode, walletID: "WID202411abcdefghijl"))
                != key)
    }

    @Test("the text is used as typed, without composing its characters")
    func typed() throws {
        let composed = try UpstreamKeyFormat.seal(privateKey: key, pin: SecretText("\u{E9}"), salt: salt)
        #expect((try? UpstreamKeyFormat.open(composed, pin: SecretText("e\u{301}"))) != key)
    }

    @Test("a key can be imported into a vault and exported from it")
    func moving() async throws {
        let vault = try await VaultWorld().operating(.memory)
        let pin = SecretText("123456")
        let moved = P256PrivateKey()
        let item = try UpstreamKeyFormat.seal(privateKey: moved.exposedBytes, pin: pin, salt: salt)
        let info = try await vault.importPINKey(item, .holder, id: "moved", publicKey: .p256(moved.publicKey), pin: pin)
        #expect(try info.verificationKey() == .p256(moved.publicKey))
        let exported = try await vault.exportPINKey(.holder, keyID: "moved", pin: pin)
        #expect(exported != item)
        #expect(try UpstreamKeyFormat.open(exported, pin: pin) == moved.exposedBytes)
        #expect(
            await refusal { try await vault.exportPINKey(.holder, keyID: "moved", pin: SecretText("wrong")) }?.code
                == .wrongPasscode)
        #expect(
            await refusal { try await vault.exportPINKey(.holder, keyID: "keyagree", pin: pin) }?.code == .keyUnlock)
    }

    @Test("a wrong PIN, and another key's public key, are refused")
    func wrongPIN() async throws {
        let vault = try await VaultWorld().operating(.memory)
        let moved = P256PrivateKey()
        let item = try UpstreamKeyFormat.seal(privateKey: moved.exposedBytes, pin: SecretText("123456"), salt: salt)
        for number in 0..<20 {
            let code = await refusal {
                try await vault.importPINKey(
                    item, .holder, id: "moved", publicKey: .p256(moved.publicKey), pin: SecretText("wrong \(number)"))
            }?.code
            #expect(code == .wrongPasscode || code == .keyForm)
        }
        let other = P256PrivateKey().publicKey
        #expect(
            await refusal {
                try await vault.importPINKey(
                    item, .holder, id: "moved", publicKey: .p256(other), pin: SecretText("123456"))
            }?.code == .keyForm)
        #expect(try await vault.keyInfos(.holder).count == 3)
    }

    @Test("malformed items are refused")
    func malformed() {
        let good = Multibase.encode(salt, as: .base64)
        for (salt, encrypted) in [
            ("", good), (good, ""), ("x1", good), ("mAAAA", good), (good, "m!"), (good, "mAAAA"), (good, good + good),
        ] {
            #expect(throws: WalletError.self) {
                try UpstreamKeyFormat.open(
                    UpstreamKeyFormat.PINKey(salt: salt, encryptedKey: encrypted), pin: SecretText("1"))
            }
        }
        #expect(throws: WalletError.self) {
            try UpstreamKeyFormat.seal(privateKey: key, pin: SecretText("1"), salt: [1])
        }
    }
}
