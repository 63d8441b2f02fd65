import ArgumentParser
import Foundation
import HeraldJSON
import OpenDIDWallet
import OpenDID_DataModel

/// `herald wallet backup FILE`: the whole wallet in one encrypted file.
struct WalletBackup: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Write the whole wallet into one file, encrypted under a passphrase.",
        discussion: "Whoever has the file can try passphrases without end: a long one is all that protects it.")

    @OptionGroup var options: WalletOptions

    var isJSON: Bool { options.json }

    @Argument(help: "The file to write; it must not exist yet.", completion: .file())
    var file: String

    func work() async throws {
        let url = URL(fileURLWithPath: file)
        let settings = try options.folder.settings()
        let vault = try await options.withWallet { wallet in
            try await wallet.vault.exportBackup(passphrase: SecretInput.choose("HERALD_PASSPHRASE", prompt: "Passphrase of the backup"))
        }
        let backup = try JSONEncoder().encode(SavedWallet(settings: settings, vault: Data(vault)))
        guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
            throw CommandFailure("\(url.path) cannot be written")
        }
        try backup.write(to: url)
        options.output.say([("backup", .string(url.path)), ("bytes", .int(Int64(backup.count)))])
    }

    func validate() throws {
        if FileManager.default.fileExists(atPath: file) { throw ValidationError("\(file) exists already.") }
    }
}

/// `herald wallet restore FILE`: a wallet from its backup.
struct WalletRestore: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Make a wallet from a backup, where there is none yet.")

    @OptionGroup var options: WalletOptions

    var isJSON: Bool { options.json }

    @Argument(help: "The backup.", completion: .file())
    var file: String

    func work() async throws {
        let folder = options.folder
        guard !folder.exists else { throw CommandFailure("there is a wallet in \(folder.directory.path) already") }
        let saved: SavedWallet
        do {
            saved = try JSONDecoder().decode(SavedWallet.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
        } catch {
            throw CommandFailure("\(file) is no backup of a wallet")
        }
        let passphrase = try SecretInput.read("HERALD_PASSPHRASE", prompt: "Passphrase of the backup")
        let vault = try await WalletVault.open(at: .directory(folder.vault))
        let restored: RestoredBackup
        do {
            restored = try await vault.restoreBackup([UInt8](saved.vault), passphrase: passphrase)
            await vault.close()
        } catch {
            await vault.close()
            throw error
        }
        try folder.save(saved.settings)
        options.output.say([
            ("made", .string(restored.made.text)), ("credentials", .int(Int64(restored.credentials))),
            ("missing keys", .array(restored.missingKeys.map { .string($0) })),
        ])
    }
}

/// What is in the file: the settings in the open, the vault encrypted.
struct SavedWallet: Codable {
    var settings: WalletFolder.Settings
    var vault: Data
}
