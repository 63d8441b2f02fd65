import ArgumentParser
import OpenDIDWallet
import OpenDID_DataModel

/// Where the registry is, for commands that can do without a wallet.
struct ServerOptions: ParsableArguments {
    @Option(help: "The base URL of the servers. Defaults to the wallet's servers.")
    var server: String?

    @Option(help: "The DID of the trust agent; only with --server.")
    var tas = "did:omn:tas"

    @OptionGroup var plainHTTP: PlainHTTPOption

    /// What is trusted: the wallet's settings with their pinned keys, or the servers that were named.
    func settings(_ folder: WalletFolder) async throws -> WalletFolder.Settings {
        if let server { return WalletFolder.Settings(server: server, tas: tas, appId: "", pkgName: "", insecureHTTP: plainHTTP.isAllowed) }
        guard folder.exists else { throw CommandFailure("say with --server where the servers are, or with --wallet whose servers to ask") }
        return try await folder.withVault { try await folder.requireSettings(of: $0) }
    }
}

/// Whether servers on other machines may be asked without TLS.
struct PlainHTTPOption: ParsableArguments {
    @Flag(
        name: .customLong("insecure-http"),
        help: "Also ask servers on other machines over plain HTTP. Anybody on the network between can then pose as any of them.")
    var isAllowed = false
}

extension WalletFolder.Settings {
    /// The registry behind the servers' gateway.
    func registry() throws -> GatewayRegistry {
        GatewayRegistry(transport: URLSessionServiceTransport(), addresses: try configuration().addresses)
    }

    /// The trust agent's `assert` keys as the registry has them now, to be pinned.
    func keysOfTrustAgent() async throws -> [String] {
        guard let agent = try await registry().resolve(tas, versionId: nil) else {
            throw CommandFailure("the registry does not know the trust agent \(tas)", code: "unknown_did")
        }
        return agent.document.verificationMethod.filter { $0.id == DIDKeyName.assert.rawValue }.map(\.publicKeyMultibase)
    }

    /// What is believed of providers.
    func trust() throws -> GatewayTrust {
        let configuration = try configuration()
        return GatewayTrust(
            anchors: configuration.anchors, addresses: configuration.addresses, transport: URLSessionServiceTransport(), now: SystemSource.now)
    }
}
