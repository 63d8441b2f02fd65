import ArgumentParser

/// `herald did`: commands for a wallet's DIDs, and for the registry's data about any DID.
struct DIDCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "did", abstract: "Show, look up, update and restore DIDs.",
        subcommands: [DIDShow.self, DIDResolve.self, DIDUpdate.self, DIDRestore.self])
}
