import ArgumentParser
import Foundation
import HeraldJSON
import OpenDIDWallet
import OpenDID_DataModel

/// `herald wallet backup FILE`: writes the whole wallet to one encrypted file.
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
        let backup = try await options.withWallet { wallet in
            try await wallet.vault.exportBackup(passphrase: SecretInput.choose("HERALD_PASSPHRASE", prompt: "Passphrase of the backup"))
        }
        guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
            throw CommandFailure("\(url.path) cannot be written")
        }
        try Data(backup).write(to: url)
        options.output.say([("backup", .string(url.path)), ("bytes", .int(Int64(backup.count)))])
    }

    func validate() throws {
        if FileManager.default.fileExists(atPath: file) { throw ValidationError("\(file) exists already.") }
    }
}

/// `herald wallet restore FILE`: restores a wallet from its backup.
struct WalletRestore: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Make a wallet from a backup, where there is none yet.")

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
        let former = try? JSONDecoder().decode(FormerBackup.self, from: data)
        let passphrase = try SecretInput.read("HERALD_PASSPHRASE", prompt: "Passphrase of the backup")
        let restored = try await restore(former.map { [UInt8]($0.vault) } ?? [UInt8](data), passphrase, settings: former?.settings)
        options.output.say([
            ("made", .string(restored.made.text)), ("credentials", .int(Int64(restored.credentials))),
            ("missing keys", .array(restored.missingKeys.map { .string($0) })),
            ("lock", options.json ? .bool(false) : .string("none; `herald wallet lock` sets one")),
        ])
    }

    /// Restores a backup.
    /// - Parameter settings: the settings beside the vault in backups of an earlier form. Settings in the vault take precedence.
    private func restore(
        _ backup: [UInt8], _ passphrase: SecretText, settings: WalletFolder.Settings?
    ) async throws -> RestoredBackup {
        let folder = options.folder
        let vault = try await WalletVault.open(at: .directory(folder.vault))
        do {
            guard try await !vault.isCreated else { throw CommandFailure("there is a wallet in \(folder.directory.path) already") }
            // Before the vault, so that a wallet is never restored without them.
            if let settings { try Data(settings.bytes()).write(to: folder.formerSettings, options: .atomic) }
            let restored: RestoredBackup
            do {
                restored = try await vault.restoreBackup(backup, passphrase: passphrase)
            } catch {
                if settings != nil { try? FileManager.default.removeItem(at: folder.formerSettings) }
                throw error
            }
            let isSealed = try await vault.record(named: WalletFolder.Settings.record) != nil
            let taken = try await folder.requireSettings(of: vault)
            if !isSealed { Self.warn(of: taken) }
            await vault.close()
            return restored
        } catch {
            await vault.close()
            throw error
        }
    }

    private static func warn(of settings: WalletFolder.Settings) {
        let pins = settings.tasKeys == nil ? "no keys of it are pinned" : "its keys are pinned"
        let text = """
            herald: this backup is of an earlier form, in which nothing protects the settings. The wallet goes to \(settings.server) and \
            trusts \(settings.tas); \(pins). Make a new backup when that is right.
            """
        FileHandle.standardError.write(Data((PrintedText.line(text) + "\n").utf8))
    }
}

/// The content of a backup of the earlier form: the settings unencrypted, the vault encrypted.
private struct FormerBackup: Decodable {
    let settings: WalletFolder.Settings
    let vault: Data
}
