import ArgumentParser
import Foundation
import HeraldJSON
import HeraldKeys
import OpenDIDWallet
import OpenDID_DataModel

/// The command `herald wallet create`: registers the device. With `--user`, it registers the user too.
struct WalletCreate: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create a wallet and register it; with --user, also register the user's DID (M132).")

    @OptionGroup var options: WalletOptions

    var isJSON: Bool { options.json }

    @Option(help: "The base URL of the servers.")
    var server = "http://127.0.0.1:8090"

    @OptionGroup(title: "Servers with other base URLs")
    var peers: PeerAddresses

    @Option(help: "The DID of the trust agent. The wallet stores and pins its keys.")
    var tas = "did:omn:tas"

    @OptionGroup var plainHTTP: PlainHTTPOption

    @Option(help: "The package name under which the wallet's app is allowed.")
    var app = SampleWorld.app

    @Option(help: "The user's ID at the app provider, such as alice in the sample.")
    var user: String?

    @Flag(help: "Lock the wallet with a passcode.")
    var lock = false

    @Option(
        help: ArgumentHelp(
            "The cost of one attempt at a PIN: 10 to 18, the logarithm of scrypt's rounds. Defaults to about 250 ms on this machine; use less only for trials.",
            valueName: "log-rounds"))
    var scrypt: Int?

    func validate() throws {
        guard scrypt.map((10...18).contains) ?? true else { throw ValidationError("--scrypt takes 10 to 18.") }
        guard !lock || user != nil else {
            throw ValidationError("Use --lock only with --user, because a lock belongs to a user.")
        }
    }

    func work() async throws {
        let folder = options.folder
        let facts = try await folder.withVault(making: true) { vault in
            // The passcode is read before anything is sent, so that an unsuitable passcode does not leave a wallet without a lock.
            let passcode = try await newPasscode(of: vault)
            let settings = try await settings(folder, vault)
            await vault.setCost(try settings.cost())
            let wallet = OpenDIDWallet(vault: vault, configuration: try settings.configuration())
            _ = try await wallet.resume()
            if try await vault.state() == .installed { try await wallet.create(progress: options.progress) }
            if let user {
                if try await vault.state() == .created {
                    try await wallet.personalize(userId: user, passcode: passcode, progress: options.progress)
                }
                // The lock is registered here only if an earlier run has already bound the user without a lock.
                if let passcode, try await !vault.isLock {
                    try await vault.registerLock(passcode: passcode, pin: WalletLock.pin(of: vault))
                }
                if try await vault.state() == .personalized {
                    let pin = try SecretInput.choose("HERALD_PIN", prompt: "New PIN")
                    try await wallet.registerUser(kycTxId: user, pin: pin, progress: options.progress)
                }
            }
            return try await WalletShow.facts(of: wallet)
        }
        options.output.say(facts)
    }

    /// Returns the passcode of the lock to be registered. Returns `nil` without `--lock`, or if the wallet has a lock already.
    private func newPasscode(of vault: WalletVault) async throws -> SecretText? {
        guard lock, try await !vault.isLock else { return nil }
        let passcode = try SecretInput.choose("HERALD_PASSCODE", prompt: "New passcode")
        try await vault.requireStrength(passcode)
        return passcode
    }

    /// Returns the settings that name the wallet's servers. If the wallet is registered, they stay as they are. Otherwise the servers are
    /// those that the user names now. The trust agent's keys are pinned before anything is sent.
    private func settings(_ folder: WalletFolder, _ vault: WalletVault) async throws -> WalletFolder.Settings {
        let known = try await folder.settings(of: vault)
        if try await isRegistered(vault) {
            guard var known else {
                throw CommandFailure(
                    "the wallet in \(folder.directory.path) has lost its settings, so restore a backup",
                    code: "settings")
            }
            guard known.server == server else {
                throw CommandFailure(
                    "the wallet in \(folder.directory.path) is registered at \(known.server), so name another folder with --wallet",
                    code: "state")
            }
            if known.tasKeys == nil {
                known.tasKeys = try await known.keysOfTrustAgent()
                try await folder.save(known, in: vault)
            }
            return known
        }
        let elsewhere = Dictionary(uniqueKeysWithValues: peers.addresses.map { ($0.key.rawValue, $0.value) })
        var settings = WalletFolder.Settings(
            server: server, elsewhere: elsewhere.isEmpty ? nil : elsewhere, tas: tas,
            appId: known?.appId ?? WalletConfiguration.makeAppID(), pkgName: app, scryptLogRounds: scrypt,
            insecureHTTP: plainHTTP.isAllowed ? true : nil)
        settings.tasKeys = try await settings.keysOfTrustAgent()
        try await folder.save(settings, in: vault)
        return settings
    }

    /// True if a registration was begun. It must be resumed with the same servers.
    private func isRegistered(_ vault: WalletVault) async throws -> Bool {
        if try await vault.isCreated { return true }
        return try await !vault.journalEntries().isEmpty
    }
}
