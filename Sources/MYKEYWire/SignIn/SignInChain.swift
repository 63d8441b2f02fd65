/// The chain that a sign-in message is for, which also decides the words of its first line and the form of its account. MYKEY sheet 8.5, 9.5.
public enum SignInChain: Sendable, Hashable, CustomStringConvertible {
    /// `Chain ID: 1`, and so on (EIP-155).
    case ethereum(UInt64)
    /// `Chain ID: antelope:` and the first 32 digits of the chain's id, in lower case (CAIP-2).
    case eos(String)

    /// The EOS main net.
    public static let eosMainNet = SignInChain.eos("aca376f206b8fc25a6ed44dbdc66547c")
    /// The Ethereum main net.
    public static let ethereumMainNet = SignInChain.ethereum(1)

    /// `Ethereum` or `EOS`, as the first line says it.
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

    /// A value of `Chain ID` for the chain of that name.
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
