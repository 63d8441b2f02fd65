import HeraldKeys
import MYKEYWire

/// An account of the answering wallet with its reserved key. Its description contains the name and never the key.
public struct WalletAccount: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The index of the only key that this wallet uses (MYKEY sheet 5.6 and 7.1).
    public static let keyIndex = 3

    enum Key: Sendable {
        case eos(EOSPrivateKey)
        case ethereum(Secp256k1PrivateKey)
    }

    /// The name on EOS, or the address on Ethereum. The address belongs to a contract and is not derived from the key.
    public let account: LoginAccount
    /// The user's id across all chains, 32 upper-case hexadecimal digits. `nil` when there is none.
    public let mykeyUID: String?
    /// 1 if the account has emergency contacts, 2 if it has none. An account without emergency contacts cannot be recovered after its key
    /// is lost (MYKEY sheet 9.14).
    public let accountType: Int
    let key: Key

    /// Creates an EOS account.
    /// - Throws: ``MYKEYServicesError`` `value` for a P-256 key, which is never a reserved key, and for a malformed `mykeyUID` or type.
    public init(eos name: EOSName, key: EOSPrivateKey, mykeyUID: String? = nil, accountType: Int = 2)
        throws(MYKEYServicesError)
    {
        guard key.curve == .k1 else {
            throw MYKEYServicesError(.value, field: "key", reason: "a reserved key must be on the curve secp256k1")
        }
        try self.init(.eos(name), .eos(key), mykeyUID, accountType)
    }

    /// Creates an Ethereum account.
    /// - Throws: ``MYKEYServicesError`` `value` for a malformed `mykeyUID` or type.
    public init(
        ethereum address: EthereumAddress, key: Secp256k1PrivateKey, mykeyUID: String? = nil, accountType: Int = 2
    ) throws(MYKEYServicesError) {
        try self.init(.ethereum(address), .ethereum(key), mykeyUID, accountType)
    }

    private init(_ account: LoginAccount, _ key: Key, _ mykeyUID: String?, _ accountType: Int)
        throws(MYKEYServicesError)
    {
        if let mykeyUID {
            let digits = mykeyUID.utf8
            guard digits.count == 32, digits.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x46).contains($0) })
            else {
                throw MYKEYServicesError(.value, field: "mykeyUID", reason: "32 upper-case hexadecimal digits expected")
            }
        }
        guard accountType == 1 || accountType == 2 else {
            throw MYKEYServicesError(.value, field: "accountType", reason: "1 or 2 expected")
        }
        self.account = account
        self.key = key
        self.mykeyUID = mykeyUID
        self.accountType = accountType
    }

    /// The chain of the account.
    public var chain: MYKEYChain {
        switch account {
        case .eos: .eos
        case .ethereum: .eth
        }
    }
    /// The account's text as it is signed and sent: the name, or the address in EIP-55 form.
    public var name: String { account.text }
    /// The public part of the reserved key, in the form in which a chain stores it. A stub chain needs it.
    public var reservedKey: ReservedKey? {
        switch key {
        case .eos(let key): key.publicKey.map { ReservedKey(.eos($0), isFrozen: false) }
        case .ethereum(let key): ReservedKey(.ethereum(key.publicKey.ethereumAddress), isFrozen: false)
        }
    }
    /// The public key as text: `EOS…`, or the key's own address on Ethereum.
    public var publicKeyText: String {
        switch reservedKey?.key {
        case .eos(let key)?: key.legacyText ?? key.text
        case .ethereum(let address)?: address.checksummed
        case nil: ""
        }
    }

    public var description: String { "\(chain.rawValue) \(name)" }
    public var debugDescription: String { description }
    /// A mirror with only the name, so that `dump` does not show the key.
    public var customMirror: Mirror { Mirror(self, children: ["account": name], displayStyle: .struct) }
}
