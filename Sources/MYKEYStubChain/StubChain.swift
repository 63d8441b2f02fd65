import HeraldJSON
import HeraldKeys
import MYKEYServices
import Synchronization

/// What a ``StubChainNode`` pretends the chains hold.
package final class StubChain: Sendable {
    /// How a node can fail.
    package enum Trouble: Sendable {
        /// HTTP 500 in the documented form.
        case serverError
        /// HTTP 200 with something that is no JSON.
        case notJSON
        /// A redirect to elsewhere.
        case redirect
        /// JSON of another form.
        case otherForm
        /// No answer.
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

    /// Sets the rows of an EOS account as `keydata` has them.
    /// - Parameter activeActor: in whose hands the permission `active` is.
    package func setEOS(_ account: String, rows: [JSONValue], activeActor: String = "mykeymanager") {
        state.withLock { $0.eos[account] = EOSAccount(rows: rows, activeActor: activeActor) }
    }

    /// Sets the reserved key of an EOS account; the nonce is text, as nodes write large numbers.
    package func setEOS(_ account: String, key: EOSPublicKey, isFrozen: Bool = false) {
        let key: JSONValue = [
            "pubkey": .string(key.legacyText ?? key.text), "status": .int(isFrozen ? 1 : 0), "nonce": "1659172437036784",
        ]
        setEOS(account, rows: [["index": 3, "key": key]])
    }

    /// Sets the reserved key of an Ethereum account; `nil` for none.
    package func setEthereum(_ account: EthereumAddress, key: EthereumAddress?, isFrozen: Bool = false) {
        state.withLock { $0.ethereum[account] = EthereumAccount(key: key, status: isFrozen ? 1 : 0) }
    }

    /// Sets the reserved key of an account on its chain; `nil` for none.
    package func set(_ account: LoginAccount, _ key: ReservedKey?) {
        switch (account, key?.key) {
        case (.eos(let name), .eos(let point)?): setEOS(name.text, key: point, isFrozen: key?.isFrozen == true)
        case (.eos(let name), _): setEOS(name.text, rows: [])
        case (.ethereum(let address), .ethereum(let own)?): setEthereum(address, key: own, isFrozen: key?.isFrozen == true)
        case (.ethereum(let address), _): setEthereum(address, key: nil)
        }
    }

    /// From now on every answer fails in this way; `nil` for none.
    package func setTrouble(_ trouble: Trouble?) { state.withLock { $0.trouble = trouble } }

    /// Which questions came, in their order: `get_table_rows`, `eth_call` and so on.
    package var questions: [String] { state.withLock { $0.questions } }
}
