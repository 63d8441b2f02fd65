import MYKEYWire

/// A server's settings for callbacks.
public struct CallbackRules: Sendable, Hashable {
    /// The greatest age of a timestamp.
    public var maxAge: Duration
    /// The longest time by which a timestamp may be ahead of the server's clock.
    public var maxSkew: Duration
    /// The server's own dapp keys, for the protocol `MYKEY`.
    public var dappKeys: [String]
    /// The wallets that may log in, by their names in `ref`.
    public var allowedRefs: [String]
    /// The chains that `EOS` and `ETH` stand for.
    public var chains: ChainIdentities
    /// The rule for the tagged sign-in.
    public var tagged: TaggedRule
    /// The rule that binds a login to the program that began it. It applies where a tagged text is checked.
    public var returning: ReturnRule

    /// The rule for the tagged sign-in that accompanies the old fields (MYKEY sheet 9.5, 13 Q7).
    public enum TaggedRule: Sendable, Hashable {
        /// It is not checked.
        case ignored
        /// It may be absent. If it is present, it must be valid. The domain is this server's, such as `dapp.example` or `127.0.0.1:8080`.
        case checked(domain: String)
        /// It must be present and valid. Logins without it, which name no dapp, are rejected.
        case required(domain: String)

        /// The domain that the text must name, or `nil` when it is not checked.
        public var domain: String? {
            switch self {
            case .ignored: nil
            case .checked(let domain), .required(let domain): domain
            }
        }
    }

    /// Creates settings.
    /// - Parameters:
    ///   - maxAge: in whole seconds. Defaults to 300 s.
    ///   - maxSkew: in whole seconds. Defaults to 30 s.
    ///   - dappKeys: defaults to none.
    ///   - allowedRefs: defaults to MYKEY itself.
    ///   - chains: defaults to the main networks.
    ///   - tagged: defaults to not checked.
    ///   - returning: defaults to requiring codes without any program to return to. Name your programs wherever tagged texts are checked.
    public init(
        maxAge: Duration = .seconds(300), maxSkew: Duration = .seconds(30), dappKeys: [String] = [],
        allowedRefs: [String] = ["mykey"],
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

    /// The time for which a signed string is remembered after it was accepted. It is twice the time during which it could be
    /// accepted again, so that setting the clock back by some minutes opens no gap.
    var memory: Duration { (max(.zero, maxAge) + max(.zero, maxSkew)) * 2 }
}
