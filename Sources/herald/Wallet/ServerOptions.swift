import ArgumentParser
import OpenDIDWallet
import OpenDID_DataModel

/// The options that name the servers and the registry, for commands that need no wallet.
struct ServerOptions: ParsableArguments {
    @Option(help: "The base URL of the servers. Defaults to the wallet's servers.")
    var server: String?

    @Option(help: "The DID of the trust agent; only with --server.")
    var tas = "did:omn:tas"

    @OptionGroup var plainHTTP: PlainHTTPOption

    /// Returns the settings to use: those of the wallet with its pinned keys, or those for the servers that the options name.
    func settings(_ folder: WalletFolder) async throws -> WalletFolder.Settings {
        if let server {
            return WalletFolder.Settings(
                server: server, tas: tas, appId: "", pkgName: "", insecureHTTP: plainHTTP.isAllowed)
        }
        guard folder.exists else {
            throw CommandFailure("give the servers' URL with --server, or a wallet that has it with --wallet")
        }
        return try await folder.withVault { try await folder.requireSettings(of: $0) }
    }
}

/// The option that allows connections to servers on other machines without TLS.
struct PlainHTTPOption: ParsableArguments {
    @Flag(
        name: .customLong("insecure-http"),
        help:
            "Also ask servers on other machines over plain HTTP. Anybody on the network between can then pose as any of them."
    )
    var isAllowed = false
}

extension WalletFolder.Settings {
    /// Returns a client for the registry. It sends look-ups to the servers' gateway.
    func registry() throws -> GatewayRegistry {
        GatewayRegistry(transport: URLSessionServiceTransport(), addresses: try configuration().addresses)
    }

    /// Returns the `assert` keys that the registry lists for the trust agent now. The caller pins them.
    func keysOfTrustAgent() async throws -> [String] {
        guard let agent = try await registry().resolve(tas, versionId: nil) else {
            throw CommandFailure("the registry does not know the trust agent \(tas)", code: "unknown_did")
        }
        return agent.document.verificationMethod.filter { $0.id == DIDKeyName.assert.rawValue }.map(
            \.publicKeyMultibase)
    }

    /// Returns the trust source that decides which providers are trusted.
    func trust() throws -> GatewayTrust {
        let configuration = try configuration()
        return GatewayTrust(
            anchors: configuration.anchors, addresses: configuration.addresses, transport: URLSessionServiceTransport(),
            now: SystemSource.now)
    }
}
