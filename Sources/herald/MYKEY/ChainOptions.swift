import ArgumentParser
import Foundation
import HeraldKeys
import MYKEYServices

/// The options that select the source of the accounts' reserved keys.
struct ChainOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("An EOS node; give two, which must agree. Defaults to HERALD_EOS_NODES.", valueName: "url"))
    var eosNode: [String] = []

    @Option(
        help: ArgumentHelp(
            "An Ethereum node; give two, which must agree. Defaults to HERALD_ETH_NODES.", valueName: "url"))
    var ethNode: [String] = []

    @Flag(
        name: .customLong("insecure-http"),
        help: "Also ask nodes on other machines over http. Anybody on the network between can then answer with any key."
    )
    var insecureHTTP = false

    @Option(
        help: ArgumentHelp(
            "Use this key instead of asking a chain: ACCOUNT=PUBLIC-KEY, followed by ,frozen if the key is frozen.",
            valueName: "account=key"))
    var knownKey: [String] = []

    /// Returns the source that the options select, or `nil` if they select none.
    func source() throws -> (any ReservedKeySource)? {
        guard knownKey.isEmpty else {
            guard eosNode.isEmpty, ethNode.isEmpty else {
                throw CommandFailure("give either the keys or a node that knows them, not both")
            }
            return FixedKeySource(Dictionary(try knownKey.map(KnownKey.parse), uniquingKeysWith: { $1 }))
        }
        let eos = try addresses(eosNode, "HERALD_EOS_NODES").map { address -> any ReservedKeySource in
            try EOSTableKeySource(node: EOSNode(address))
        }
        let ethereum = try addresses(ethNode, "HERALD_ETH_NODES").map { address -> any ReservedKeySource in
            try EthereumKeySource(node: EthereumNode(address))
        }
        guard !eos.isEmpty || !ethereum.isEmpty else { return nil }
        return ChainKeySources(
            eos: eos.isEmpty ? nil : try AgreeingKeySource(eos),
            ethereum: ethereum.isEmpty ? nil : try AgreeingKeySource(ethereum))
    }

    /// Returns the source that the options select. Throws an error if they select none.
    func requiredSource() throws -> any ReservedKeySource {
        guard let source = try source() else {
            throw CommandFailure(
                "the accounts' keys are unknown: name a node with --eos-node or --eth-node, or keys with --known-key")
        }
        return source
    }

    private func addresses(_ named: [String], _ variable: String) throws -> [ChainNodeAddress] {
        let texts =
            named.isEmpty
            ? (ProcessInfo.processInfo.environment[variable] ?? "").split(separator: " ").map(String.init) : named
        let addresses = try texts.map { try ChainNodeAddress($0) }
        guard Set(addresses).count == addresses.count else {
            throw CommandFailure("name two different nodes")
        }
        for address in addresses where !address.isSecure && !insecureHTTP {
            throw CommandFailure(
                "\(address) is another machine, and http is not encrypted: use https, or allow it with --insecure-http")
        }
        return addresses
    }
}

/// Reads `ACCOUNT=PUBLIC-KEY`, or `ACCOUNT=PUBLIC-KEY,frozen` for a frozen key.
enum KnownKey {
    static func parse(_ text: String) throws -> (LoginAccount, ReservedKey) {
        let halves = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard halves.count == 2 else { throw CommandFailure("--known-key: ACCOUNT=PUBLIC-KEY expected") }
        let account = try LoginAccount(halves[0])
        let isFrozen = halves[1].hasSuffix(",frozen")
        let key = isFrozen ? String(halves[1].dropLast(",frozen".count)) : halves[1]
        switch account {
        case .eos: return (account, ReservedKey(.eos(try EOSPublicKey(text: key)), isFrozen: isFrozen))
        case .ethereum: return (account, ReservedKey(.ethereum(try EthereumAddress(key)), isFrozen: isFrozen))
        }
    }
}
