import HeraldJSON

/// A plan by which credentials are issued (OpenDID sheet 4.4, 5.2).
///
/// OpenDID sheet 4.9, #11: the original declaration calls two members `url` and `delegate`, servers write `ref` and `delegator`. Both are
/// read, the servers' names are written, and the properties keep the original names.
public struct VCPlan: ModelObject {
    /// `vcplanid` and 12 digits.
    public var vcPlanId: String
    /// A name for people.
    public var name: String
    /// A description for people.
    public var description: String
    /// A URL of the issuer; `ref` on the wire.
    public var url: String?
    /// A picture for people.
    public var logo: LogoImage?
    /// Since when the plan holds (datetime).
    @UTCDatetime public var validFrom: String?
    /// Until when the plan holds (datetime).
    @UTCDatetime public var validUntil: String?
    /// Words to find the plan by.
    public var tags: [String]?
    /// The schema of the credentials.
    public var credentialSchema: IssueProfile.Profile.CredentialSchema
    /// Who may start an issuance.
    public var option: Option
    /// The DID of who issues for others; `delegator` on the wire.
    public var delegate: String?
    /// DIDs of the issuers that may use the plan; any when absent.
    public var allowedIssuers: [String]?
    /// The DID of who looks after the plan: its issuer, where there is one, since upstream's demo of release 2 has offers made in this name.
    public var manager: String
    public var unknownMembers = UnknownMembers()

    enum CodingKeys: String, CodingKey {
        case vcPlanId, name, description
        case url = "ref"
        case logo, validFrom, validUntil, tags, credentialSchema, option
        case delegate = "delegator"
        case allowedIssuers, manager
    }

    private enum OriginalNames: String, CodingKey { case url, delegate }

    /// A value from its members.
    public init(
        vcPlanId: String, name: String, description: String, url: String? = nil, logo: LogoImage? = nil, validFrom: String? = nil,
        validUntil: String? = nil, tags: [String]? = nil, credentialSchema: IssueProfile.Profile.CredentialSchema, option: Option,
        delegate: String? = nil, allowedIssuers: [String]? = nil, manager: String
    ) {
        self.vcPlanId = vcPlanId
        self.name = name
        self.description = description
        self.url = url
        self.logo = logo
        self.validFrom = validFrom
        self.validUntil = validUntil
        self.tags = tags
        self.credentialSchema = credentialSchema
        self.option = option
        self.delegate = delegate
        self.allowedIssuers = allowedIssuers
        self.manager = manager
    }

    /// Reads either name of the two members; the servers' one when both are there.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        vcPlanId = try container.decode(String.self, forKey: .vcPlanId)
        name = try container.decode(String.self, forKey: .name)
        description = try container.decode(String.self, forKey: .description)
        url = try container.decodeIfPresent(String.self, forKey: .url)
        logo = try container.decodeIfPresent(LogoImage.self, forKey: .logo)
        _validFrom = try container.decode(UTCDatetime<String?>.self, forKey: .validFrom)
        _validUntil = try container.decode(UTCDatetime<String?>.self, forKey: .validUntil)
        tags = try container.decodeIfPresent([String].self, forKey: .tags)
        credentialSchema = try container.decode(IssueProfile.Profile.CredentialSchema.self, forKey: .credentialSchema)
        option = try container.decode(Option.self, forKey: .option)
        delegate = try container.decodeIfPresent(String.self, forKey: .delegate)
        allowedIssuers = try container.decodeIfPresent([String].self, forKey: .allowedIssuers)
        manager = try container.decode(String.self, forKey: .manager)
        // An original name beside the server's one is a member that nobody knows, and is kept as such.
        let original = try decoder.container(keyedBy: OriginalNames.self)
        if url == nil { url = try original.decodeIfPresent(String.self, forKey: .url) }
        if delegate == nil { delegate = try original.decodeIfPresent(String.self, forKey: .delegate) }
    }

    /// Who may start an issuance (OpenDID sheet 4.4).
    ///
    /// OpenDID sheet 4.9, #12: the original text prints it at the top level and refers to `VCPlan.Option`. There is no second name at the
    /// top level: it would clash with the `Option` of argument parsers.
    public struct Option: ModelObject {
        /// Whether a holder may.
        public var allowUserInit: Bool
        /// Whether an issuer may.
        public var allowIssuerInit: Bool
        /// Whether somebody else may issue for the issuer.
        public var delegatedIssuance: Bool
        public var unknownMembers = UnknownMembers()

        /// A value from its members.
        public init(allowUserInit: Bool, allowIssuerInit: Bool, delegatedIssuance: Bool) {
            self.allowUserInit = allowUserInit
            self.allowIssuerInit = allowIssuerInit
            self.delegatedIssuance = delegatedIssuance
        }
    }
}
