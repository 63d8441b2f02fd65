import ArgumentParser
import Foundation
import HeraldJSON
import HeraldKeys
import OpenDIDWallet
import OpenDID_DataModel

/// `herald wallet create`: the device is registered and, with `--user`, its user too.
struct WalletCreate: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make a wallet and register it; with --user, register the user's DID too (M132).")

    @OptionGroup var options: WalletOptions

    var isJSON: Bool { options.json }

    @Option(help: "The base URL of the servers.")
    var server = "http://127.0.0.1:8090"

    @OptionGroup(title: "Servers that are elsewhere")
    var peers: PeerAddresses

    @Option(help: "The DID of the trust agent; its keys are remembered and pinned.")
    var tas = "did:omn:tas"

    @Option(help: "The package name under which the wallet's app is allowed.")
    var app = SampleWorld.app

    @Option(help: "The user's id at the app provider, such as alice in the sample.")
    var user: String?

    @Flag(help: "Lock the wallet with a passcode.")
    var lock = false

    @Option(help: ArgumentHelp(
        "What one attempt at a PIN costs: 10 to 18, the logarithm of scrypt's rounds. About 250 ms on this machine unless told; less is for trials.",
        valueName: "log-rounds"))
    var scrypt: Int?

    func validate() throws {
        guard scrypt.map((10...18).contains) ?? true else { throw ValidationError("--scrypt takes 10 to 18.") }
        guard !lock || user != nil else { throw ValidationError("--lock needs --user: a lock belongs to a user.") }
    }

    func work() async throws {
        let folder = options.folder
        // A wallet that is registered stays with its servers; one that never got so far goes to those that are named now.
        if try await !isRegistered(folder) {
            let elsewhere = Dictionary(uniqueKeysWithValues: peers.addresses.map { ($0.key.rawValue, $0.value) })
            let settings = WalletFolder.Settings(
                server: server, elsewhere: elsewhere.isEmpty ? nil : elsewhere, tas: tas, appId: WalletConfiguration.makeAppID(), pkgName: app,
                scryptLogRounds: scrypt)
            _ = try settings.configuration()
            try folder.save(settings)
        } else if let known = try? folder.settings().server, known != server {
            throw CommandFailure("the wallet in \(folder.directory.path) is registered at \(known); another one needs another --wallet", code: "state")
        }
        let facts = try await options.withWallet { wallet in
            _ = try await wallet.resume()
            if try await wallet.vault.state() == .installed { try await wallet.create(progress: options.progress) }
            var settings = try folder.settings()
            if settings.tasKeys == nil, let tas = try await wallet.trust.registered(settings.tas) {
                settings.tasKeys = tas.document.verificationMethod.filter { $0.id == DIDKeyName.assert.rawValue }.map(\.publicKeyMultibase)
                try folder.save(settings)
            }
            if let user {
                if try await wallet.vault.state() == .created {
                    let passcode = lock ? try SecretInput.choose("HERALD_PASSCODE", prompt: "New passcode") : nil
                    try await wallet.personalize(userId: user, passcode: passcode, progress: options.progress)
                }
                if try await wallet.vault.state() == .personalized {
                    let pin = try SecretInput.choose("HERALD_PIN", prompt: "New PIN")
                    try await wallet.registerUser(kycTxId: user, pin: pin, progress: options.progress)
                }
            }
            return try await WalletShow.facts(of: wallet)
        }
        options.output.say(facts)
    }

    /// Whether a run of the registration began: what it left must be resumed with the servers that saw it.
    private func isRegistered(_ folder: WalletFolder) async throws -> Bool {
        guard folder.exists else { return false }
        let vault = try await WalletVault.open(at: .directory(folder.vault))
        let began: Bool
        do {
            if try await vault.isCreated {
                began = true
            } else {
                began = try await !vault.journalEntries().isEmpty
            }
        } catch {
            await vault.close()
            throw error
        }
        await vault.close()
        return began
    }
}
