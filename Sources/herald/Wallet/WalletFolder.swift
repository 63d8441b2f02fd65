import Foundation
import HeraldKeys
import OpenDIDWallet
import OpenDID_DataModel

/// A wallet's directory: the vault, and what the commands remember beside it.
struct WalletFolder: Sendable {
    /// What the commands remember: where the servers are and whom to trust. Nothing secret.
    struct Settings: Codable, Sendable {
        /// The base URL under which every server is found.
        var server: String
        /// Servers that are elsewhere, by role.
        var elsewhere: [String: String]?
        /// The DID of the trust agent.
        var tas: String
        /// The trust agent's `assert` keys in multibase, as they were when the wallet was created: a registry that shows others later is
        /// not believed.
        var tasKeys: [String]?
        var appId: String
        var pkgName: String
        /// What one attempt at a PIN, passcode or passphrase costs: the logarithm of scrypt's rounds; measured on this machine when absent.
        var scryptLogRounds: Int?
    }

    let directory: URL

    private var file: URL { directory.appendingPathComponent("settings.json") }
    var vault: URL { directory.appendingPathComponent("vault") }
    var exists: Bool { FileManager.default.fileExists(atPath: file.path) }

    func settings() throws -> Settings {
        guard exists else { throw CommandFailure("there is no wallet in \(directory.path); `herald wallet create` makes one") }
        do {
            return try JSONDecoder().decode(Settings.self, from: Data(contentsOf: file))
        } catch {
            throw CommandFailure("\(file.path) cannot be read: it has to hold server, tas, appId and pkgName")
        }
    }

    func save(_ settings: Settings) throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(settings).write(to: file, options: .atomic)
    }
}

extension WalletFolder.Settings {
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
            case nil: throw CommandFailure("'\(role)' is no server of OpenDID")
            }
        }
        let keys = try tasKeys?.map { text in
            try VerificationKey(type: .secp256r1VerificationKey2018, bytes: Multibase.decode(text).bytes)
        }
        return WalletConfiguration(
            addresses: addresses, anchors: TrustAnchors(tas: tas, keys: keys.map { Set($0) }), appId: appId, pkgName: pkgName)
    }

    /// How what the wallet keeps is protected.
    func vaultParameters() throws -> VaultParameters {
        try scryptLogRounds.map { VaultParameters(cost: .fixed(try ScryptCost(logRounds: $0))) } ?? .calibrated
    }

    private static func url(_ text: String) throws -> URL {
        guard let url = URL(string: text), let scheme = url.scheme, ["http", "https"].contains(scheme), url.host?.isEmpty == false else {
            throw CommandFailure("'\(text)' is no server's base URL, such as http://127.0.0.1:8090")
        }
        return url
    }
}
