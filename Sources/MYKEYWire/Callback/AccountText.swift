import HeraldKeys

/// The account of a callback, read by its form: an EOS name or a 0x address; no text is both. MYKEY sheet 4.1.
public struct AccountText: Sendable, Hashable, CustomStringConvertible {
    /// What the text names.
    public enum Form: Sendable, Hashable {
        case eos(EOSName)
        /// Mixed case has to match EIP-55.
        case ethereum(EthereumAddress)
    }

    /// As it was given: the letter case of an address is signed too (MYKEY sheet 8.4).
    public let text: String
    /// What it names.
    public let form: Form

    /// - Throws: ``MYKEYError`` `value` for a text of neither form.
    public init(_ text: String) throws(MYKEYError) {
        self.text = text
        if let name = try? EOSName(text) {
            form = .eos(name)
        } else if let address = try? EthereumAddress(text, checksum: .strict) {
            form = .ethereum(address)
        } else {
            throw MYKEYError(.value, field: "account", reason: "neither an EOS account name nor a 0x address with the right letter case")
        }
    }

    /// An EOS account.
    public init(_ name: EOSName) {
        text = name.text
        form = .eos(name)
    }

    /// An Ethereum account, written with its EIP-55 checksum.
    public init(_ address: EthereumAddress) {
        text = address.checksummed
        form = .ethereum(address)
    }

    /// The chain that the form belongs to: `EOS` or `ETH`.
    public var chain: MYKEYChain {
        switch form {
        case .eos: .eos
        case .ethereum: .eth
        }
    }

    /// Whether the account can stand beside this `chain`; where it is absent or `ANY` the form decides.
    public func fits(_ chain: MYKEYChain?) -> Bool { chain == nil || chain == .any || chain == self.chain }

    public var description: String { text }
}
