import Foundation
import HeraldJSON
import HeraldKeys
import TestSupport
import Testing

@testable import MYKEYServices

@Suite("The key file")
struct WalletKeyFileTests {
    static let uid = "E87E3CC788C44BB8544003AF6CEB62E8"

    static func accounts() throws -> WalletAccounts {
        var random = SeededGenerator(seed: 11)
        return try WalletAccounts([
            WalletAccount(
                eos: EOSName("mykeydoctest"), key: EOSPrivateKey(Secp256k1PrivateKey(using: &random)), mykeyUID: uid,
                accountType: 1),
            WalletAccount(
                ethereum: EthereumAddress("0x3bB9E1783D5F60927eD6c3d0c32BfAD055A1b72f"),
                key: Secp256k1PrivateKey(using: &random)),
        ])
    }

    static func secrets(_ accounts: WalletAccounts) -> [[UInt8]] {
        accounts.all.map { account in
            switch account.key {
            case .eos(let key): key.exposedBytes
            case .ethereum(let key): key.exposedBytes
            }
        }
    }

    @Test("the file returns the accounts and keys that were stored, and shows none of them")
    func roundTrip() throws {
        let accounts = try Self.accounts()
        let bytes = try WalletKeyFile(accounts, purpose: .test).sealed(
            passphrase: Passphrase("open sesame"), cost: .testing)
        let opened = try WalletKeyFile(bytes, passphrase: Passphrase("open sesame"), purpose: .test)
        #expect(Self.secrets(opened.accounts) == Self.secrets(accounts))
        #expect(opened.accounts.all.map(\.name) == accounts.all.map(\.name))
        #expect(opened.accounts.eos?.mykeyUID == Self.uid)
        #expect(opened.accounts.eos?.accountType == 1)
        let text = String(decoding: bytes, as: UTF8.self)
        for word in ["mykeydoctest", "PVT_", "0x3b", Self.uid] { #expect(!text.contains(word)) }
        var dumped = ""
        dump(opened, to: &dumped)
        for secret in Self.secrets(accounts) { #expect(!dumped.lowercased().contains(Hex.encode(secret))) }
        #expect(!dumped.contains("PVT_"))
    }

    @Test("encrypting the same accounts twice gives different files")
    func salted() throws {
        let file = WalletKeyFile(try Self.accounts(), purpose: .test)
        let passphrase = try Passphrase("long enough")
        #expect(
            try file.sealed(passphrase: passphrase, cost: .testing)
                != file.sealed(passphrase: passphrase, cost: .testing))
    }

    @Test("another passphrase does not open the file; composed and decomposed letters are the same passphrase")
    func passphrases() throws {
        let bytes = try WalletKeyFile(Self.accounts(), purpose: .test).sealed(
            passphrase: Passphrase("caf\u{E9}"), cost: .testing)
        #expect(throws: Never.self) { try WalletKeyFile(bytes, passphrase: Passphrase("cafe\u{301}"), purpose: .test) }
        let error = #expect(throws: MYKEYServicesError.self) {
            try WalletKeyFile(bytes, passphrase: Passphrase("cafe"), purpose: .test)
        }
        #expect(error?.code == .keyFile)
        #expect(throws: MYKEYServicesError.self) { try Passphrase("") }
        #expect(throws: MYKEYServicesError.self) { try Passphrase(String(repeating: "a", count: 1025)) }
        #expect("\(try Passphrase("hunter2"))" == "Passphrase(redacted)")
    }

    @Test("keys of a user are not encrypted with a passphrase that can be guessed in minutes")
    func shortPassphrase() throws {
        let file = WalletKeyFile(try Self.accounts())
        let error = #expect(throws: MYKEYServicesError.self) { try file.sealed(passphrase: Passphrase("1234567")) }
        #expect(error?.field == "passphrase" && error?.reason.contains("1234567") == false)
    }

    @Test("a file of test keys is not opened as a user's, nor a user's as test keys")
    func purposes() throws {
        let passphrase = try Passphrase("long enough")
        let bytes = try WalletKeyFile(Self.accounts(), purpose: .test).sealed(passphrase: passphrase, cost: .testing)
        #expect(throws: MYKEYServicesError.self) { try WalletKeyFile(bytes, passphrase: passphrase) }
        let renamed = String(decoding: bytes, as: UTF8.self).replacingOccurrences(
            of: #""purpose":"test""#, with: #""purpose":"wallet""#)
        #expect(throws: MYKEYServicesError.self) { try WalletKeyFile(Array(renamed.utf8), passphrase: passphrase) }
        // A real file may not have a passphrase that is cheap to guess.
        #expect(throws: MYKEYServicesError.self) {
            try WalletKeyFile(Self.accounts()).sealed(passphrase: passphrase, cost: .testing)
        }
        let real = try WalletKeyFile(Self.accounts()).sealed(passphrase: passphrase, cost: .least)
        #expect(throws: MYKEYServicesError.self) { try WalletKeyFile(real, passphrase: passphrase, purpose: .test) }
        #expect(try WalletKeyFile(real, passphrase: passphrase).accounts.all.count == 2)
    }

    @Test("one changed character anywhere is refused")
    func altered() throws {
        let passphrase = try Passphrase("long enough")
        let bytes = try WalletKeyFile(Self.accounts(), purpose: .test).sealed(passphrase: passphrase, cost: .testing)
        var seed = SeededGenerator(seed: 3)
        for _ in 0..<60 {
            var changed = bytes
            let place = Int(seed.next() % UInt64(bytes.count))
            changed[place] ^= 1 << UInt8(seed.next() % 7)
            #expect(throws: MYKEYServicesError.self, "byte \(place)") {
                try WalletKeyFile(changed, passphrase: passphrase, purpose: .test)
            }
        }
        for count in [0, 1, 20, bytes.count / 2, bytes.count - 1] {
            #expect(throws: MYKEYServicesError.self) {
                try WalletKeyFile(Array(bytes.prefix(count)), passphrase: passphrase, purpose: .test)
            }
        }
    }

    @Test(
        "costs outside the accepted range are refused before any work",
        arguments: [#""logRounds":30"#, #""logRounds":-1"#, #""logRounds":9223372036854775807"#])
    func costs(_ text: String) throws {
        let passphrase = try Passphrase("long enough")
        let bytes = try WalletKeyFile(Self.accounts(), purpose: .test).sealed(passphrase: passphrase, cost: .testing)
        let dear = String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: #""logRounds":10"#, with: text)
        #expect(throws: MYKEYServicesError.self) {
            try WalletKeyFile(Array(dear.utf8), passphrase: passphrase, purpose: .test)
        }
    }

    @Test("a key with another index than 3 is refused")
    func keyIndex() throws {
        let bytes = KeyFileContents.bytes(try Self.accounts())
        #expect(try KeyFileContents.accounts(bytes).all.count == 2)
        let changed = String(decoding: bytes, as: UTF8.self).replacingOccurrences(
            of: #""keyIndex":3"#, with: #""keyIndex":1"#)
        let error = #expect(throws: MYKEYServicesError.self) { try KeyFileContents.accounts(Array(changed.utf8)) }
        #expect(error?.reason.contains("index") == true)
        #expect(!"\(error.map { "\($0)" } ?? "")".contains("PVT_"))
    }

    @Test("only its owner can read the file, and a user's file that others can read is not opened")
    func disk() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("keys.json")
        let passphrase = try Passphrase("long enough")
        let file = WalletKeyFile(try Self.accounts(), purpose: .test)
        for _ in 0..<2 { try file.write(path: path, passphrase: passphrase, cost: .testing) }
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["keys.json"])
        #expect(try WalletKeyFile(path: path, passphrase: passphrase, purpose: .test).accounts.all.count == 2)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let error = #expect(throws: MYKEYServicesError.self) { try WalletKeyFile(path: path, passphrase: passphrase) }
        #expect(error?.reason.contains("chmod") == true)
        #expect(throws: MYKEYServicesError.self) { try WalletKeyFile(path: path + ".missing", passphrase: passphrase) }
        #expect(throws: MYKEYServicesError.self) {
            try file.write(path: folder.path("none/keys.json"), passphrase: passphrase, cost: .testing)
        }
    }

    @Test("an account refuses a P-256 key, a malformed user ID and an unknown type")
    func account() throws {
        var random = SeededGenerator(seed: 1)
        let key = EOSPrivateKey(Secp256k1PrivateKey(using: &random))
        let other = try EOSPrivateKey(curve: .r1, bytes: key.exposedBytes)
        #expect(throws: MYKEYServicesError.self) { try WalletAccount(eos: EOSName("a"), key: other) }
        #expect(throws: MYKEYServicesError.self) {
            try WalletAccount(eos: EOSName("a"), key: key, mykeyUID: Self.uid.lowercased())
        }
        #expect(throws: MYKEYServicesError.self) { try WalletAccount(eos: EOSName("a"), key: key, accountType: 3) }
        let one = try WalletAccount(eos: EOSName("a"), key: key)
        #expect(throws: MYKEYServicesError.self) {
            try WalletAccounts([one, WalletAccount(eos: EOSName("b"), key: key)])
        }
    }
}
