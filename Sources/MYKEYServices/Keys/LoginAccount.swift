import HeraldKeys
import MYKEYWire

/// An account that can log in, identified by the form of its text: an EOS name or an Ethereum address (MYKEY sheet 4.1).
///
/// ```swift
/// let account = try LoginAccount("mykeydoctest")
/// let stored = account.caip10()   // antelope:aca376f206b8fc25a6ed44dbdc66547c:mykeydoctest
/// ```
public enum LoginAccount: Sendable, Hashable, CustomStringConvertible {
    /// A name on the EOS main chain.
    case eos(EOSName)
    /// An address on Ethereum. It is compared by its bytes.
    case ethereum(EthereumAddress)

    /// Reads an account.
    /// - Parameter text: an EOS name, or `0x` and 40 hexadecimal digits. If it has letters of both cases, they must match EIP-55. No text
    /// can be both.
    /// - Throws: ``MYKEYServicesError`` with code `value`.
    public init(_ text: String) throws(MYKEYServicesError) {
        do {
            self.init(try AccountText(text))
        } catch {
            throw MYKEYServicesError(.value, field: error.field, reason: error.reason)
        }
    }

    /// Creates the account that a text names.
    public init(_ text: AccountText) {
        switch text.form {
        case .eos(let name): self = .eos(name)
        case .ethereum(let address): self = .ethereum(address)
        }
    }

    /// The chain's name in requests and bodies: `EOS` or `ETH`.
    public var chain: String {
        switch self {
        case .eos: "EOS"
        case .ethereum: "ETH"
        }
    }

    /// The name, or the address in EIP-55 form.
    public var text: String {
        switch self {
        case .eos(let name): name.text
        case .ethereum(let address): address.checksummed
        }
    }

    /// Returns the account as CAIP-10: `antelope:<first 32 digits of the chain id>:<name>` or `eip155:<chain>:<address>`. Servers should store this
    /// form.
    public func caip10(_ chains: ChainIdentities = .mainNets) -> String {
        switch self {
        case .eos(let name): "antelope:\(chains.eos.prefix(32)):\(name.text)"
        case .ethereum(let address): "eip155:\(chains.ethereum):\(address.checksummed)"
        }
    }

    public var description: String { text }
}

/// The chains to which the names `EOS` and `ETH` refer.
public struct ChainIdentities: Sendable, Hashable {
    /// The id of the EOS chain, 64 lower-case hexadecimal digits without `0x`.
    public let eos: String
    /// The EIP-155 id of the Ethereum chain.
    public let ethereum: UInt64

    /// Creates identities. Both default to the main networks.
    /// - Parameters:
    ///   - eos: 64 lower-case hexadecimal digits.
    ///   - ethereum: an EIP-155 chain id, such as 1.
    public init(eos: String = mainNets.eos, ethereum: UInt64 = mainNets.ethereum) {
        self.eos = eos
        self.ethereum = ethereum
    }

    /// Returns the chain that a sign-in message for an account must name.
    public func signInChain(of account: LoginAccount) -> SignInChain {
        switch account {
        case .eos: .eos(String(eos.prefix(32)))
        case .ethereum: .ethereum(ethereum)
        }
    }

    /// The EOS main chain and the Ethereum main network.
    public static let mainNets = ChainIdentities(
        eos: "aca376f206b8fc25a6ed44dbdc66547c36c6c33e3a119ffbeaef943642f0e906", ethereum: 1)
}
