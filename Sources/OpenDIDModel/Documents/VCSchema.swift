import HeraldJSON

/// Which claims a kind of credential has (OpenDID sheet 3.5, 4.1).
public struct VCSchema: ModelObject {
    /// The schema's URL; `@id` on the wire.
    public var id: String
    /// `https://opendid.org/schema/vc.osd`; `@schema` on the wire.
    public var schema: String
    /// A title for people.
    public var title: String
    /// A description for people.
    public var description: String
    /// Language and format of the credentials.
    public var metadata: VCMetadata
    /// The claims.
    public var credentialSubject: CredentialSubject
    public var unknownMembers = UnknownMembers()

    enum CodingKeys: String, CodingKey {
        case id = "@id"
        case schema = "@schema"
        case title, description, metadata, credentialSubject
    }

    /// A value from its members.
    public init(
        id: String, schema: String, title: String, description: String, metadata: VCMetadata,
        credentialSubject: CredentialSubject
    ) {
        self.id = id
        self.schema = schema
        self.title = title
        self.description = description
        self.metadata = metadata
        self.credentialSubject = credentialSubject
    }

    /// Language and format of a schema's credentials (OpenDID sheet 4.1).
    public struct VCMetadata: ModelObject {
        /// A language code such as `ko`.
        public var language: String
        /// `1.0`.
        public var formatVersion: String
        public var unknownMembers = UnknownMembers()

        /// A value from its members.
        public init(language: String, formatVersion: String) {
            self.language = language
            self.formatVersion = formatVersion
        }
    }

    /// The claims of a schema (OpenDID sheet 4.1).
    public struct CredentialSubject: ModelObject {
        /// Grouped by namespace.
        public var claims: [VCSchema.Claim]
        public var unknownMembers = UnknownMembers()

        /// A value from its members.
        public init(claims: [VCSchema.Claim]) {
            self.claims = claims
        }

        /// The claims' type, by its longer name.
        public typealias Claim = VCSchema.Claim
    }

    /// The claims of one namespace (OpenDID sheet 3.5, 4.1).
    public struct Claim: ModelObject {
        /// The namespace.
        public var namespace: Namespace
        /// Its claims.
        public var items: [ClaimDef]
        public var unknownMembers = UnknownMembers()

        /// A value from its members.
        public init(namespace: Namespace, items: [ClaimDef]) {
            self.namespace = namespace
            self.items = items
        }

        /// The namespace's type, by its longer name.
        public typealias Namespace = VCSchema.Namespace
        /// The definition's type, by its longer name.
        public typealias ClaimDef = VCSchema.ClaimDef
    }

    /// What the codes of some claims start with (OpenDID sheet 4.1).
    public struct Namespace: ModelObject {
        /// Such as `org.opendid.v1`; with a point and the item's id it is the claim's code.
        public var id: String
        /// A name for people.
        public var name: String
        /// A URL about the namespace.
        public var ref: String?
        public var unknownMembers = UnknownMembers()

        /// A value from its members.
        public init(id: String, name: String, ref: String? = nil) {
            self.id = id
            self.name = name
            self.ref = ref
        }
    }

    /// A claim that credentials of a schema have (OpenDID sheet 3.5, 4.1).
    public struct ClaimDef: ModelObject {
        /// The last part of the claim's code.
        public var id: String
        /// A caption for people.
        public var caption: String
        /// The kind of value.
        public var type: ClaimType
        /// The format of the value.
        public var format: ClaimFormat
        /// Whether the value is shown masked; not when absent.
        public var hideValue: Bool?
        /// Where the value is; in the claim when absent.
        public var location: Location?
        /// Whether every credential has it; yes when absent.
        public var required: Bool?
        /// A description for people; empty when absent.
        public var description: String?
        /// Captions by language.
        public var i18n: [String: String]?
        public var unknownMembers = UnknownMembers()

        /// A value from its members.
        public init(
            id: String, caption: String, type: ClaimType, format: ClaimFormat, hideValue: Bool? = nil,
            location: Location? = nil, required: Bool? = nil, description: String? = nil, i18n: [String: String]? = nil
        ) {
            self.id = id
            self.caption = caption
            self.type = type
            self.format = format
            self.hideValue = hideValue
            self.location = location
            self.required = required
            self.description = description
            self.i18n = i18n
        }
    }
}
