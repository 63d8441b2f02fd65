/// The chain of a sign-in message. It also determines the words of the first line and the form of the account. MYKEY sheet 8.5, 9.5.
public enum SignInChain: Sendable, Hashable, CustomStringConvertible {
    /// An Ethereum chain, by its EIP-155 id. It is written as `Chain ID: 1`, for example.
    case ethereum(UInt64)
    /// An EOS chain, by the first 32 lower-case hexadecimal digits of its id. It is written as `Chain ID: antelope:…` (CAIP-2).
    case eos(String)

    /// The EOS main network.
    public static let eosMainNet = SignInChain.eos("aca376f206b8fc25a6ed44dbdc66547c")
    /// The Ethereum main network.
    public static let ethereumMainNet = SignInChain.ethereum(1)

    /// The name of the chain in the first line: `Ethereum` or `EOS`.
    public var name: String {
        switch self {
        case .ethereum: "Ethereum"
        case .eos: "EOS"
        }
    }

    /// The value of `Chain ID`.
    public var text: String {
        switch self {
        case .ethereum(let number): "\(number)"
        case .eos(let id): "antelope:" + id
        }
    }

    public var description: String { text }

    /// Reads a value of `Chain ID`. `name` is the name of the chain in the first line of the message.
    init?(_ text: ArraySlice<UInt8>, name: String) {
        if name == "Ethereum" {
            guard let number = ASCII.canonicalNumber(text) else { return nil }
            self = .ethereum(number)
        } else {
            let prefix = Array("antelope:".utf8)
            let id = text.dropFirst(prefix.count)
            guard text.starts(with: prefix), id.count == 32, id.allSatisfy(ASCII.isLowerHexDigit) else { return nil }
            self = .eos(String(decoding: id, as: UTF8.self))
        }
    }

    var isInForm: Bool { SignInChain(Array(text.utf8)[...], name: name) == self }
}
