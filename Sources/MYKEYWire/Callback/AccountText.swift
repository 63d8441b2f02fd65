import HeraldKeys

/// The account in a callback: an EOS name or a `0x` address. No text can be both. MYKEY sheet 4.1.
///
/// ```swift
/// let account = try AccountText("mykeydoctest")
/// print(account.chain.rawValue)   // EOS
/// ```
public struct AccountText: Sendable, Hashable, CustomStringConvertible {
    /// The account that the text names.
    public enum Form: Sendable, Hashable {
        case eos(EOSName)
        /// An Ethereum address. If it has letters of both cases, they must match EIP-55.
        case ethereum(EthereumAddress)
    }

    /// The text as received. The letter case of an address is signed too (MYKEY sheet 8.4).
    public let text: String
    /// The account that the text names.
    public let form: Form

    /// Reads an account.
    /// - Throws: ``MYKEYError`` `value` when the text is neither an EOS name nor a valid address.
    public init(_ text: String) throws(MYKEYError) {
        self.text = text
        if let name = try? EOSName(text) {
            form = .eos(name)
        } else if let address = try? EthereumAddress(text, checksum: .strict) {
            form = .ethereum(address)
        } else {
            throw MYKEYError(
                .value, field: "account",
                reason: "neither an EOS account name nor a 0x address with the right letter case")
        }
    }

    /// Creates an EOS account.
    public init(_ name: EOSName) {
        text = name.text
        form = .eos(name)
    }

    /// Creates an Ethereum account, written with its EIP-55 checksum.
    public init(_ address: EthereumAddress) {
        text = address.checksummed
        form = .ethereum(address)
    }

    /// The chain of the account: `EOS` or `ETH`.
    public var chain: MYKEYChain {
        switch form {
        case .eos: .eos
        case .ethereum: .eth
        }
    }

    /// True if the account belongs to this chain. If the chain is absent or `ANY`, every account fits.
    public func fits(_ chain: MYKEYChain?) -> Bool { chain == nil || chain == .any || chain == self.chain }

    public var description: String { text }
}
