import ArgumentParser
import Foundation
import HeraldJSON
import HeraldKeys
import MYKEYServices
import MYKEYWire

/// `herald mykey keys FILE`: makes a key file, or shows what is in one. Private keys are never shown.
struct MYKEYKeys: MYKEYReporting {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Make an encrypted key file with --eos or --eth, or show the public keys in one.",
        discussion: """
            New keys are drawn at random, unless HERALD_EOS_KEY (WIF or PVT_K1_…) or HERALD_ETH_KEY (64 hexadecimal digits) holds one: the \
            reserved key (index 3) of the account.
            """)

    @Argument(help: "The key file.", completion: .file())
    var file: String

    @Option(help: ArgumentHelp("The name of an EOS account.", valueName: "name"))
    var eos: String?

    @Option(help: ArgumentHelp("The address of an Ethereum account: that of its contract, not of a key.", valueName: "address"))
    var eth: String?

    @Option(help: ArgumentHelp("The user's id on all chains, 32 upper-case hexadecimal digits.", valueName: "digits"))
    var uid: String?

    @Option(help: "1: the account has emergency contacts; 2: it has none, and a lost key is lost.")
    var accountType = 2

    @Flag(help: "Make or open a file for tests: its passphrase is cheap to guess, and no wallet takes it for a person's.")
    var testKeys = false

    @Flag(help: "Print JSON.")
    var json = false

    var isJSON: Bool { json }

    func act() async throws {
        let accounts: WalletAccounts
        if eos == nil, eth == nil {
            accounts = try WalletKeyFile(path: file, passphrase: PassphraseInput.read(), purpose: testKeys ? .test : .wallet).accounts
        } else {
            guard !FileManager.default.fileExists(atPath: file) else {
                throw CommandFailure("\(file) is there already, and keys are not written over", code: "file")
            }
            accounts = try WalletAccounts([eosAccount(), ethereumAccount()].compactMap { $0 })
            let keyFile = WalletKeyFile(accounts, purpose: testKeys ? .test : .wallet)
            try keyFile.write(path: file, passphrase: PassphraseInput.choose(), cost: testKeys ? .testing : .standard)
        }
        let output = SafeOutput(json: json)
        if json {
            let entries = accounts.all.map { account in
                CommandOutput.object([
                    ("chain", .string(account.chain.rawValue)), ("account", .string(account.name)), ("key", .string(account.publicKeyText)),
                ])
            }
            output.line(SafeText.json(.array(entries)))
        } else {
            for account in accounts.all { output.line("\(account.chain.rawValue)  \(account.name)  \(account.publicKeyText)") }
        }
    }

    private func eosAccount() throws -> WalletAccount? {
        guard let eos else { return nil }
        let given = ProcessInfo.processInfo.environment["HERALD_EOS_KEY"]
        let key = try given.map { try EOSPrivateKey(text: $0) } ?? EOSPrivateKey(Secp256k1PrivateKey())
        return try WalletAccount(eos: EOSName(eos), key: key, mykeyUID: uid, accountType: accountType)
    }

    private func ethereumAccount() throws -> WalletAccount? {
        guard let eth else { return nil }
        let given = ProcessInfo.processInfo.environment["HERALD_ETH_KEY"]
        let key = try given.map { try Secp256k1PrivateKey(hex: $0) } ?? Secp256k1PrivateKey()
        return try WalletAccount(ethereum: EthereumAddress(eth), key: key, mykeyUID: uid, accountType: accountType)
    }
}
