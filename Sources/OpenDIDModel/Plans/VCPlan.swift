import HeraldJSON

/// A plan for the issuance of credentials (OpenDID sheet 4.4, 5.2).
///
/// OpenDID sheet 4.9, #11: the original declaration has the members `url` and `delegate`. Servers call these members `ref` and `delegator`.
/// Decoding accepts both names, and encoding writes the names that servers use. The properties have the original names.
///
/// ```swift
/// for plan in try await wallet.plans(tags: ["library"]).items where plan.option.allowUserInit {
///     print(plan.vcPlanId, plan.name, plan.credentialSchema.id)
/// }
/// ```
public struct VCPlan: ModelObject {
    /// The plan's id: `vcplanid` and 12 digits.
    public var vcPlanId: String
    /// A name for people.
    public var name: String
    /// A description for people.
    public var description: String
    /// A URL of the issuer. The member's name is `ref`.
    public var url: String?
    /// A picture for people.
    public var logo: LogoImage?
    /// The start of the plan's validity (datetime).
    @UTCDatetime public var validFrom: String?
    /// The end of the plan's validity (datetime).
    @UTCDatetime public var validUntil: String?
    /// Keywords for searching.
    public var tags: [String]?
    /// The schema of the credentials.
    public var credentialSchema: IssueProfile.Profile.CredentialSchema
    /// The parties that may start an issuance.
    public var option: Option
    /// The DID of the party that issues credentials for others. The member's name is `delegator`.
    public var delegate: String?
    /// DIDs of the issuers that may use the plan. An absent member allows every issuer.
    public var allowedIssuers: [String]?
    /// The DID of the plan's manager. If the plan has an issuer, the manager is the issuer, because upstream's demo of release 2 uses the
    /// manager's DID when it requests offers.
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

    public init(
        vcPlanId: String, name: String, description: String, url: String? = nil, logo: LogoImage? = nil,
        validFrom: String? = nil,
        validUntil: String? = nil, tags: [String]? = nil, credentialSchema: IssueProfile.Profile.CredentialSchema,
        option: Option,
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

    /// Reads the plan. The members `ref` and `delegator` may also have their original names `url` and `delegate`. If both names are
    /// present, the member with the servers' name is used.
    /// - Throws: `DecodingError` if a member is missing or malformed.
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
        // If a member is present under both names, the one with the original name is preserved as an unknown member.
        let original = try decoder.container(keyedBy: OriginalNames.self)
        if url == nil { url = try original.decodeIfPresent(String.self, forKey: .url) }
        if delegate == nil { delegate = try original.decodeIfPresent(String.self, forKey: .delegate) }
    }

    /// The parties that may start an issuance (OpenDID sheet 4.4).
    ///
    /// OpenDID sheet 4.9, #12: the original text declares this type at the top level, but refers to `VCPlan.Option`. This package has no
    /// `Option` at the top level, because it would clash with the `Option` of argument parsers.
    public struct Option: ModelObject {
        /// True if a holder may start an issuance.
        public var allowUserInit: Bool
        /// True if an issuer may start an issuance.
        public var allowIssuerInit: Bool
        /// True if another party may issue in the issuer's name.
        public var delegatedIssuance: Bool
        public var unknownMembers = UnknownMembers()

        public init(allowUserInit: Bool, allowIssuerInit: Bool, delegatedIssuance: Bool) {
            self.allowUserInit = allowUserInit
            self.allowIssuerInit = allowIssuerInit
            self.delegatedIssuance = delegatedIssuance
        }
    }
}
