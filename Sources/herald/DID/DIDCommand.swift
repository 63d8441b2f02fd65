import ArgumentParser

/// `herald did`: the DIDs of a wallet, and what the registry says of any DID.
struct DIDCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "did", abstract: "Show, look up, update and restore DIDs.",
        subcommands: [DIDShow.self, DIDResolve.self, DIDUpdate.self, DIDRestore.self])
}
