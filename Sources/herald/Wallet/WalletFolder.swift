import Foundation
import HeraldKeys
import OpenDIDWallet
import OpenDID_DataModel

/// The directory of a wallet. Its vault contains all data, including the settings of the commands.
struct WalletFolder: Sendable {
    /// The settings of the commands: the servers' addresses and the trusted keys. They are encrypted in the vault, because a person who
    /// could change them could make the wallet use other servers. Backups contain them.
    struct Settings: Codable, Sendable {
        /// The base URL of all servers.
        var server: String
        /// The addresses of servers that have another URL than ``server``, by role.
        var elsewhere: [String: String]?
        /// The DID of the trust agent.
        var tas: String
        /// The trust agent's `assert` keys in multibase, as they were when the wallet was created. If the registry later returns other
        /// keys, it is not trusted.
        var tasKeys: [String]?
        var appId: String
        var pkgName: String
        /// The base-2 logarithm of scrypt's rounds for one attempt at a PIN, passcode or passphrase. If it is `nil`, the cost is measured
        /// on this machine.
        var scryptLogRounds: Int?
        /// True if servers on other machines may be called over plain HTTP.
        var insecureHTTP: Bool?
    }

    let directory: URL

    var vault: URL { directory.appendingPathComponent("vault") }
    var exists: Bool { FileManager.default.fileExists(atPath: vault.path) }

    /// Opens the vault, asks for the passcode if the vault is locked, runs `body` and closes the vault. No other process can open it in the
    /// meantime.
    /// - Parameters:
    ///   - making: true to create a vault if there is none.
    ///   - passcode: the passcode, if it is already known.
    func withVault<Value>(
        making: Bool = false, passcode: SecretText? = nil, _ body: (WalletVault) async throws -> Value
    ) async throws -> Value {
        guard making || exists else { throw noWallet }
        let vault = try await WalletVault.open(at: .directory(vault))
        do {
            if try await vault.isLocked {
                try await vault.authenticateLock(
                    passcode: passcode ?? SecretInput.read("HERALD_PASSCODE", prompt: "Passcode"))
            }
            let value = try await body(vault)
            await vault.close()
            return value
        } catch {
            await vault.close()
            throw error
        }
    }

    /// Returns the settings that a vault contains. Other files in the directory are not read.
    /// - Returns: `nil` if the vault is new and contains no settings.
    func settings(of vault: WalletVault) async throws -> Settings? {
        try await vault.record(named: Settings.record).map { try Settings($0) }
    }

    func requireSettings(of vault: WalletVault) async throws -> Settings {
        guard let settings = try await settings(of: vault) else { throw noWallet }
        return settings
    }

    func save(_ settings: Settings, in vault: WalletVault) async throws {
        try await vault.setRecord(settings.bytes(), named: Settings.record)
    }

    private var noWallet: CommandFailure {
        CommandFailure("there is no wallet in \(directory.path); `herald wallet create` creates one")
    }
}

extension WalletFolder.Settings {
    /// The name of the record with the settings in the vault.
    static let record = "herald.settings"

    init(_ bytes: [UInt8]) throws {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(bytes))
        } catch {
            throw CommandFailure(
                "the wallet's settings cannot be read: they need server, tas, appId and pkgName",
                code: "settings")
        }
    }

    func bytes() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(self))
    }

    func configuration() throws -> WalletConfiguration {
        var addresses = ServiceAddresses(all: try Self.url(server))
        for (role, text) in elsewhere ?? [:] {
            let url = try Self.url(text)
            switch ServiceRole(rawValue: role) {
            case .tas, .noti: addresses.tas = url
            case .list: addresses.list = url
            case .cas: addresses.cas = url
            case .wallet: addresses.walletProvider = url
            case .issuer: addresses.issuer = url
            case .verifier: addresses.verifier = url
            case .gateway: addresses.gateway = url
            case nil: throw CommandFailure("'\(role)' is not a server of OpenDID")
            }
        }
        addresses.allowsPlainHTTP = insecureHTTP ?? false
        for role in ServiceRole.allCases where !addresses.allowsConnection(to: addresses[role]) {
            throw CommandFailure(
                "\(addresses[role].absoluteString) is on another machine and has no TLS, so an attacker on the network can answer in its name: use https, or allow it with --insecure-http",
                code: "plain_http")
        }
        let keys = try tasKeys?.map { text in
            try VerificationKey(
                type: .secp256r1VerificationKey2018,
                bytes: Multibase.decode(text, base58Limit: Multibase.shortLimit).bytes)
        }
        return WalletConfiguration(
            addresses: addresses, anchors: TrustAnchors(tas: tas, keys: keys.map { Set($0) }), appId: appId,
            pkgName: pkgName)
    }

    /// Returns the cost of scrypt for new secrets in the vault.
    func cost() throws -> VaultParameters.Cost {
        try scryptLogRounds.map { .fixed(try ScryptCost(logRounds: $0)) } ?? VaultParameters.calibrated.cost
    }

    private static func url(_ text: String) throws -> URL {
        guard let url = URL(string: text), let scheme = url.scheme, ["http", "https"].contains(scheme),
            url.host?.isEmpty == false
        else {
            throw CommandFailure("'\(text)' is not a server's base URL, such as http://127.0.0.1:8090")
        }
        return url
    }
}
