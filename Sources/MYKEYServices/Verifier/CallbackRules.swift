import MYKEYWire

/// What a server takes: its own settings, the same for every callback.
public struct CallbackRules: Sendable, Hashable {
    /// How old a timestamp may be, in seconds.
    public var maxAge: Int64
    /// How far ahead of the server's clock a timestamp may be, in seconds.
    public var maxSkew: Int64
    /// The keys this server knows as its own, for the protocol `MYKEY`.
    public var dappKeys: [String]
    /// Which wallets may log in, as they name themselves in `ref`.
    public var allowedRefs: [String]
    /// What the words `EOS` and `ETH` mean.
    public var chains: ChainIdentities
    /// What is asked of the tagged sign-in.
    public var tagged: TaggedRule
    /// What binds a login to whoever began it; looked at where a tagged text is.
    public var returning: ReturnRule

    /// What is asked of the tagged sign-in beside the old fields (MYKEY sheet 9.5, 13 Q7).
    public enum TaggedRule: Sendable, Hashable {
        /// Not looked at.
        case ignored
        /// May be absent; when it is there it must be right. The domain is this server's, such as `dapp.example` or `127.0.0.1:8080`.
        case checked(domain: String)
        /// Must be there and right. Logins without it, which name no dapp, are refused.
        case required(domain: String)

        /// The domain that the text must name; `nil` when nothing is looked at.
        public var domain: String? {
            switch self {
            case .ignored: nil
            case .checked(let domain), .required(let domain): domain
            }
        }
    }

    /// - Parameters:
    ///   - maxAge: in seconds.
    ///   - maxSkew: in seconds.
    ///   - dappKeys: Defaults to none.
    ///   - allowedRefs: Defaults to MYKEY itself.
    ///   - chains: Defaults to the main nets.
    ///   - tagged: Defaults to not looked at.
    ///   - returning: Defaults to codes, and to no program that they may be brought to: name yours wherever tagged texts are looked at.
    public init(
        maxAge: Int64 = 300, maxSkew: Int64 = 30, dappKeys: [String] = [], allowedRefs: [String] = ["mykey"],
        chains: ChainIdentities = .mainNets, tagged: TaggedRule = .ignored, returning: ReturnRule = .bound(to: [])
    ) {
        self.maxAge = maxAge
        self.maxSkew = maxSkew
        self.dappKeys = dappKeys
        self.allowedRefs = allowedRefs
        self.chains = chains
        self.tagged = tagged
        self.returning = returning
    }

    /// For how long a signed string is remembered after it was accepted: longer than it could be accepted again, twice over, so that a
    /// clock that is set back by some minutes opens no gap.
    var memory: Int64 {
        let window = max(0, maxAge).addingReportingOverflow(max(0, maxSkew)).partialValue
        return window.multipliedReportingOverflow(by: 2).partialValue
    }
}
