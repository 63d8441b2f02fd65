import ArgumentParser
import Foundation
import OpenDIDServices

/// The command `herald opendid`: runs OpenDID's servers, and backs their data up.
struct OpenDIDCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "opendid",
        abstract: "Run OpenDID's servers: trust agent, issuer, verifier, wallet provider, app provider, gateway.",
        discussion: """
            `herald opendid ROLE` runs the servers of a role: tas, issuer, verifier, wallet, cas, gateway, or all. `herald opendid run --help` \
            lists its options. `herald opendid backup` makes a backup while they run, and `herald opendid restore` checks and restores it.
            """,
        subcommands: [OpenDIDRun.self, OpenDIDBackup.self, OpenDIDRestore.self], defaultSubcommand: OpenDIDRun.self)

    /// The URL of the database in the environment.
    static var databaseOfEnvironment: String? {
        ProcessInfo.processInfo.environment["HERALD_DATABASE_URL"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The passphrase of the servers.
    static var passphrase: ServiceSecret? {
        ProcessInfo.processInfo.environment["HERALD_STORAGE_PASSPHRASE"].map { ServiceSecret($0) }
    }

    /// Returns the command-line option that sets a field of the configuration.
    static func option(of field: String) -> String {
        switch field {
        case "trustedNetworks": "--trust-network"
        case "trustedProxies": "--trusted-proxy"
        case "metricsReaders": "--metrics-from"
        case "database": "--database"
        case "publicBaseURL": "--public-url"
        case "addresses.tas", "addresses.list", "addresses.noti": "--tas-url"
        case "addresses.issuer": "--issuer-url"
        case "addresses.verifier": "--verifier-url"
        case "addresses.wallet": "--wallet-url"
        case "addresses.cas": "--cas-url"
        case "addresses.gateway": "--gateway-url"
        case "passphrase": "HERALD_STORAGE_PASSPHRASE"
        default: field
        }
    }
}
