import ArgumentParser
import Foundation
import HeraldJSON
import HeraldLocks
import OpenDIDWallet
import OpenDID_DataModel

/// The command `herald wallet backup FILE`: writes the whole wallet to one encrypted file.
struct WalletBackup: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Write the whole wallet into one file, encrypted under a passphrase.",
        discussion: "Anybody who has the file can try passphrases without limit. Only a long passphrase protects it.")

    @OptionGroup var options: WalletOptions

    var isJSON: Bool { options.json }

    @Argument(help: "The file to write; it must not exist yet.", completion: .file())
    var file: String

    func work() async throws {
        let url = URL(fileURLWithPath: file)
        let backup = try await options.withWallet { wallet in
            try await wallet.vault.exportBackup(
                passphrase: SecretInput.choose("HERALD_PASSPHRASE", prompt: "Passphrase of the backup"))
        }
        let isNew: Bool
        do throws(PrivateFile.Failure) {
            isNew = try PrivateFile.create(backup, at: url.path)
        } catch {
            throw CommandFailure("\(url.path) \(error.reason)", code: "file")
        }
        guard isNew else { throw CommandFailure("\(url.path) exists already, so give another path", code: "file") }
        options.output.say([("backup", .string(url.path)), ("bytes", .int(Int64(backup.count)))])
    }

    func validate() throws {
        if FileManager.default.fileExists(atPath: file) { throw ValidationError("\(file) exists already.") }
    }
}

/// The command `herald wallet restore FILE`: restores a wallet from its backup.
struct WalletRestore: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Create a wallet from a backup, in a directory that has none yet.")

    @OptionGroup var options: WalletOptions

    var isJSON: Bool { options.json }

    @Argument(help: "The backup.", completion: .file())
    var file: String

    func work() async throws {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: file))
        } catch {
            throw CommandFailure("\(file) cannot be read", code: "file")
        }
        let passphrase = try SecretInput.read("HERALD_PASSPHRASE", prompt: "Passphrase of the backup")
        let restored = try await restore([UInt8](data), passphrase)
        options.output.say([
            ("made", .string(restored.made.text)), ("credentials", .int(Int64(restored.credentials))),
            ("missing keys", .array(restored.missingKeys.map { .string($0) })),
            ("lock", options.json ? .bool(false) : .string("none; `herald wallet lock` sets one")),
        ])
    }

    private func restore(_ backup: [UInt8], _ passphrase: SecretText) async throws -> RestoredBackup {
        let folder = options.folder
        let vault = try await WalletVault.open(at: .directory(folder.vault))
        do {
            guard try await !vault.isCreated else {
                throw CommandFailure("\(folder.directory.path) has a wallet already, so name another folder")
            }
            let restored = try await vault.restoreBackup(backup, passphrase: passphrase)
            // The backup must contain the settings, because without them no command would find the wallet's servers.
            _ = try await folder.requireSettings(of: vault)
            await vault.close()
            return restored
        } catch {
            await vault.close()
            throw error
        }
    }
}
