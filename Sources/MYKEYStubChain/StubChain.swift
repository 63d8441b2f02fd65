import HeraldJSON
import HeraldKeys
import MYKEYServices
import Synchronization

/// The simulated state of both chains, from which a ``StubChainNode`` responds.
package final class StubChain: Sendable {
    /// The ways in which a node can fail.
    package enum Trouble: Sendable {
        /// The node responds with HTTP 500 and a body in the documented form.
        case serverError
        /// The node responds with HTTP 200 and a body that is not JSON.
        case notJSON
        /// The node responds with a redirect to another address.
        case redirect
        /// The node responds with JSON of another form.
        case otherForm
        /// The node does not respond.
        case silence
    }

    struct EOSAccount: Sendable {
        var rows: [JSONValue]
        var activeActor: String
    }

    struct EthereumAccount: Sendable {
        var key: EthereumAddress?
        var status: UInt64
    }

    struct State: Sendable {
        var eos: [String: EOSAccount] = [:]
        var ethereum: [EthereumAddress: EthereumAccount] = [:]
        var trouble: Trouble?
        var questions: [String] = []
    }

    package let chains: ChainIdentities
    let state = Mutex(State())

    package init(chains: ChainIdentities = .mainNets) { self.chains = chains }

    /// Sets the rows of an EOS account in the table `keydata`.
    /// - Parameter activeActor: the account that controls the permission `active`.
    package func setEOS(_ account: String, rows: [JSONValue], activeActor: String = "mykeymanager") {
        state.withLock { $0.eos[account] = EOSAccount(rows: rows, activeActor: activeActor) }
    }

    /// Sets the reserved key of an EOS account. The nonce in the row is a string, because nodes write large numbers as strings.
    package func setEOS(_ account: String, key: EOSPublicKey, isFrozen: Bool = false) {
        let key: JSONValue = [
            "pubkey": .string(key.legacyText ?? key.text), "status": .int(isFrozen ? 1 : 0),
            "nonce": "1659172437036784",
        ]
        setEOS(account, rows: [["index": 3, "key": key]])
    }

    /// Sets the reserved key of an Ethereum account. `nil` removes it.
    package func setEthereum(_ account: EthereumAddress, key: EthereumAddress?, isFrozen: Bool = false) {
        state.withLock { $0.ethereum[account] = EthereumAccount(key: key, status: isFrozen ? 1 : 0) }
    }

    /// Sets the reserved key of an account on its chain. `nil` removes it.
    package func set(_ account: LoginAccount, _ key: ReservedKey?) {
        switch (account, key?.key) {
        case (.eos(let name), .eos(let point)?): setEOS(name.text, key: point, isFrozen: key?.isFrozen == true)
        case (.eos(let name), _): setEOS(name.text, rows: [])
        case (.ethereum(let address), .ethereum(let own)?):
            setEthereum(address, key: own, isFrozen: key?.isFrozen == true)
        case (.ethereum(let address), _): setEthereum(address, key: nil)
        }
    }

    /// Makes all further responses fail in the given way. With `nil`, they succeed again.
    package func setTrouble(_ trouble: Trouble?) { state.withLock { $0.trouble = trouble } }

    /// The requests that were received so far, in order: `get_table_rows`, `eth_call` and so on.
    package var questions: [String] { state.withLock { $0.questions } }
}
