import ArgumentParser
import MYKEYServices
import MYKEYStubChain

/// The command `herald mykey chain`: simulates a node of EOS and of Ethereum.
struct MYKEYChainCommand: MYKEYReporting {
    static let configuration = CommandConfiguration(
        commandName: "chain", abstract: "Simulate nodes of both chains, for demonstrations without a network.",
        discussion: """
            Listens on the loopback interface. The first line on standard output is "listening on http://HOST:PORT". It knows only the given \
            keys, and presents them as keys of the main chains. Do not let a program with accounts of value use it.
            """)

    @Option(help: "The port to listen on; 0 picks a free one.")
    var port = 8480

    @Option(
        help: ArgumentHelp(
            "An account and its reserved key: ACCOUNT=PUBLIC-KEY, followed by ,frozen if the key is frozen.",
            valueName: "account=key"))
    var knownKey: [String] = []

    var isJSON: Bool { false }

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port is a number from 0 to 65535.") }
    }

    func act() async throws {
        let chain = StubChain()
        for (account, key) in try knownKey.map(KnownKey.parse) { chain.set(account, key) }
        let port = port
        try await ListenUntilSignal.run { try await StubChainNode.start(chain, port: port) }
    }
}
