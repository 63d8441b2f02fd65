import ArgumentParser

/// The command `herald mykey`: its subcommands are for a dapp, for the wallet that answers a dapp, and for the server that checks the
/// signature.
struct MYKEYCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mykey",
        abstract: "Log in with a MYKEY wallet: the wallet, the dapp, its server, and a simulation of the chains.",
        discussion: """
            On one machine, without a network:

              herald mykey keys alice.json --eos alice111.eos          # prints the public key
              herald mykey server --known-key alice111.eos=EOS…        # a dapp's back end
              herald mykey wallet --keys alice.json --allow-loopback   # listens, shows each request and asks
              herald mykey dapp login --server http://127.0.0.1:8470

            The passphrase of a key file comes from HERALD_PASSPHRASE or the terminal. If the URL of a chain node contains an access key, name \
            the node in HERALD_EOS_NODES or HERALD_ETH_NODES, separated by spaces, instead of on the command line.
            """,
        subcommands: [
            MYKEYWalletCommand.self, MYKEYDapp.self, MYKEYVerify.self, MYKEYServer.self, MYKEYKeys.self,
            MYKEYBindings.self, MYKEYChainCommand.self,
        ])
}
