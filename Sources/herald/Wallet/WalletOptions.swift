import ArgumentParser
import Foundation
import OpenDIDWallet

/// What every command that opens a wallet takes.
struct WalletOptions: ParsableArguments {
    @Option(help: "The wallet's directory. Defaults to ~/.herald/wallet.")
    var wallet: String?

    @Flag(help: "Print JSON.")
    var json = false

    var folder: WalletFolder {
        if let wallet { return WalletFolder(directory: URL(fileURLWithPath: wallet, isDirectory: true)) }
        // As shells have it: HOME, and the account's own directory without it.
        let home = ProcessInfo.processInfo.environment["HOME"].map { URL(fileURLWithPath: $0, isDirectory: true) }
        return WalletFolder(directory: (home ?? FileManager.default.homeDirectoryForCurrentUser).appendingPathComponent(".herald/wallet"))
    }

    var output: CommandOutput { CommandOutput(json: json) }

    /// Opens the wallet, asks for the passcode when it is locked, runs `body` and closes it again.
    /// - Parameter passcode: when it was asked for before.
    func withWallet<Value>(
        observer: (any FlowObserver)? = nil, passcode: SecretText? = nil, _ body: (OpenDIDWallet) async throws -> Value
    ) async throws -> Value {
        try await folder.withVault(passcode: passcode) { vault in
            let settings = try await folder.requireSettings(of: vault)
            await vault.setCost(try settings.cost())
            return try await body(OpenDIDWallet(vault: vault, configuration: settings.configuration(), observer: observer))
        }
    }

    /// The PIN of the holder's key.
    func unlock() throws -> HolderUnlock { .pin(try SecretInput.read("HERALD_PIN", prompt: "PIN")) }

    /// Shows the steps of a protocol as they come.
    var progress: FlowProgress {
        let output = output
        return { step in output.step(step.rawValue) }
    }
}
