import ArgumentParser
import Foundation
import HeraldJSON
import HeraldKeys
import MYKEYServices
import MYKEYWire

/// The command `herald mykey keys FILE`: creates a key file, or shows the contents of one. Private keys are never shown.
struct MYKEYKeys: MYKEYReporting {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Create an encrypted key file with --eos or --eth, or show the public keys in one.",
        discussion: """
            New keys are random. With --import the command reads them from the terminal, without echo, or from lines of standard input: first \
            the key of --eos (WIF or PVT_K1_…), then the key of --eth (64 hexadecimal digits). It is the reserved key (index 3) of the account. \
            If standard input is a file, nobody else may be able to read it.
            """)

    @Argument(help: "The key file.", completion: .file())
    var file: String

    @Option(help: ArgumentHelp("The name of an EOS account.", valueName: "name"))
    var eos: String?

    @Option(
        help: ArgumentHelp(
            "The address of an Ethereum account: the address of its contract, not of a key.", valueName: "address"))
    var eth: String?

    @Flag(name: .customLong("import"), help: "Read the keys instead of generating them.")
    var imports = false

    @Option(help: ArgumentHelp("The user's ID on all chains: 32 upper-case hexadecimal digits.", valueName: "digits"))
    var uid: String?

    @Option(help: "1: the account has emergency contacts; 2: it has none, and a lost key is lost.")
    var accountType = 2

    @Flag(
        help:
            "Create or open a file for tests. Its passphrase is cheap to guess, and a wallet opens it only with --test-keys."
    )
    var testKeys = false

    @Flag(help: "Print JSON.")
    var json = false

    var isJSON: Bool { json }

    func validate() throws {
        guard !imports || eos != nil || eth != nil else {
            throw ValidationError("Use --import only with --eos or --eth.")
        }
    }

    func act() async throws {
        let accounts: WalletAccounts
        if eos == nil, eth == nil {
            accounts = try WalletKeyFile(
                path: file, passphrase: PassphraseInput.read(), purpose: testKeys ? .test : .wallet
            ).accounts
        } else {
            guard !FileManager.default.fileExists(atPath: file) else {
                throw CommandFailure(
                    "\(file) exists already and is not overwritten, so name another file", code: "file")
            }
            try KeyInput.refuseEnvironment()
            accounts = try WalletAccounts([eosAccount(), ethereumAccount()].compactMap { $0 })
            let keyFile = WalletKeyFile(accounts, purpose: testKeys ? .test : .wallet)
            try keyFile.write(path: file, passphrase: PassphraseInput.choose(), cost: testKeys ? .testing : .standard)
        }
        let output = SafeOutput(json: json)
        if json {
            let entries = accounts.all.map { account in
                CommandOutput.object([
                    ("chain", .string(account.chain.rawValue)), ("account", .string(account.name)),
                    ("key", .string(account.publicKeyText)),
                ])
            }
            output.line(SafeText.json(.array(entries)))
        } else {
            for account in accounts.all {
                output.line("\(account.chain.rawValue)  \(account.name)  \(account.publicKeyText)")
            }
        }
    }

    private func eosAccount() throws -> WalletAccount? {
        guard let eos else { return nil }
        let key =
            try imports
            ? EOSPrivateKey(text: KeyInput.read("The reserved key of \(eos)")) : EOSPrivateKey(Secp256k1PrivateKey())
        return try WalletAccount(eos: EOSName(eos), key: key, mykeyUID: uid, accountType: accountType)
    }

    private func ethereumAccount() throws -> WalletAccount? {
        guard let eth else { return nil }
        let key =
            try imports ? Secp256k1PrivateKey(hex: KeyInput.read("The reserved key of \(eth)")) : Secp256k1PrivateKey()
        return try WalletAccount(ethereum: EthereumAddress(eth), key: key, mykeyUID: uid, accountType: accountType)
    }
}
