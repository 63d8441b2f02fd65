import ArgumentParser
import OpenDIDWallet
import OpenDID_DataModel

/// Where the registry is, for commands that can do without a wallet.
struct ServerOptions: ParsableArguments {
    @Option(help: "The base URL of the servers; those of the wallet unless told.")
    var server: String?

    @Option(help: "The DID of the trust agent; with --server only.")
    var tas = "did:omn:tas"

    /// What is trusted: the wallet's settings with their pinned keys, or the servers that were named.
    func settings(_ folder: WalletFolder) throws -> WalletFolder.Settings {
        if let server { return WalletFolder.Settings(server: server, tas: tas, appId: "", pkgName: "") }
        guard folder.exists else { throw CommandFailure("say with --server where the servers are, or with --wallet whose servers to ask") }
        return try folder.settings()
    }
}

extension WalletFolder.Settings {
    /// The registry behind the servers' gateway.
    func registry() throws -> GatewayRegistry {
        GatewayRegistry(transport: URLSessionServiceTransport(), addresses: try configuration().addresses)
    }

    /// What is believed of providers.
    func trust() throws -> GatewayTrust {
        let configuration = try configuration()
        return GatewayTrust(
            anchors: configuration.anchors, addresses: configuration.addresses, transport: URLSessionServiceTransport(), now: SystemSource.now)
    }
}
