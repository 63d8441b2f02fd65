import ArgumentParser
import Foundation
import OpenDIDWallet

/// The options of all commands that open a wallet.
struct WalletOptions: ParsableArguments {
    @Option(help: "The wallet's directory. Defaults to ~/.herald/wallet.")
    var wallet: String?

    @Flag(help: "Print JSON.")
    var json = false

    var folder: WalletFolder {
        if let wallet { return WalletFolder(directory: URL(fileURLWithPath: wallet, isDirectory: true)) }
        // `~` is replaced as shells do it: by HOME, or by the account's own directory if HOME is not set.
        let home = ProcessInfo.processInfo.environment["HOME"].map { URL(fileURLWithPath: $0, isDirectory: true) }
        return WalletFolder(
            directory: (home ?? FileManager.default.homeDirectoryForCurrentUser).appendingPathComponent(
                ".herald/wallet"))
    }

    var output: CommandOutput { CommandOutput(json: json) }

    /// Opens the wallet, asks for the passcode if the wallet is locked, runs `body` and closes the wallet.
    /// - Parameter passcode: the passcode, if it is already known.
    func withWallet<Value>(
        observer: (any FlowObserver)? = nil, passcode: SecretText? = nil, _ body: (OpenDIDWallet) async throws -> Value
    ) async throws -> Value {
        try await folder.withVault(passcode: passcode) { vault in
            let settings = try await folder.requireSettings(of: vault)
            await vault.setCost(try settings.cost())
            return try await body(
                OpenDIDWallet(vault: vault, configuration: settings.configuration(), observer: observer))
        }
    }

    /// Reads the PIN of the holder's key, and returns it as unlocking data.
    func unlock() throws -> HolderUnlock { .pin(try SecretInput.read("HERALD_PIN", prompt: "PIN")) }

    /// Shows each step of a protocol when it begins.
    var progress: FlowProgress {
        let output = output
        return { step in output.step(step.rawValue) }
    }
}
