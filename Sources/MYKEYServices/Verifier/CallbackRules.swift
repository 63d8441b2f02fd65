import MYKEYWire

/// A server's settings for callbacks.
///
/// ```swift
/// let rules = CallbackRules(
///     tagged: .required(domain: "harbour.example"), returning: .bound(to: ["demoscheme"], allowsTyping: false))
/// ```
public struct CallbackRules: Sendable, Hashable {
    /// The largest age of a timestamp.
    public var maxAge: Duration
    /// The longest time by which a timestamp may be ahead of the server's clock.
    public var maxSkew: Duration
    /// The server's own dapp keys, for the protocol `MYKEY`.
    public var dappKeys: [String]
    /// The wallets that may log in, by their names in `ref`.
    public var allowedRefs: [String]
    /// The chains to which the names `EOS` and `ETH` refer.
    public var chains: ChainIdentities
    /// The rule for the tagged sign-in.
    public var tagged: TaggedRule
    /// The rule that binds a login to the program that began it. It applies if a tagged text is checked.
    public var returning: ReturnRule

    /// The rule for the tagged sign-in that accompanies the legacy fields (MYKEY sheet 9.5, 13 Q7).
    public enum TaggedRule: Sendable, Hashable {
        /// The tagged sign-in is not checked.
        case ignored
        /// The tagged sign-in may be absent. If it is present, it must be valid. `domain` is the domain of this server, such as
        /// `dapp.example` or `127.0.0.1:8080`.
        case checked(domain: String)
        /// The tagged sign-in must be present and valid. Logins without it are rejected, because they name no dapp.
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
    ///   - maxAge: the largest age of a timestamp, in whole seconds. Defaults to 300 s.
    ///   - maxSkew: the longest time by which a timestamp may be ahead, in whole seconds. Defaults to 30 s.
    ///   - dappKeys: the server's own dapp keys. Defaults to none.
    ///   - allowedRefs: the wallets that may log in. Defaults to MYKEY itself.
    ///   - chains: the chains to which the names `EOS` and `ETH` refer. Defaults to the main networks.
    ///   - tagged: the rule for the tagged sign-in. Defaults to not checking it.
    ///   - returning: the rule that binds a login to the program that began it. The default requires codes, but names
    ///     no program to which a login may return. If tagged texts are checked, name your programs.
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

    /// The time for which the signed string of an accepted login is stored. It is twice the time in which the string could be accepted
    /// again. Setting the clock back by some minutes therefore does not make a replay possible.
    var memory: Duration { (max(.zero, maxAge) + max(.zero, maxSkew)) * 2 }
}
