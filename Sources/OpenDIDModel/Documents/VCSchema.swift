import HeraldJSON

/// The schema of a kind of credential: the list of its claims (OpenDID sheet 3.5, 4.1).
///
/// ```swift
/// let name = VCSchema.ClaimDef(id: "name", caption: "Name", type: .text, format: .plain)
/// let claims = VCSchema.Claim(namespace: .init(id: "org.example.library", name: "Library"), items: [name])
/// let schema = VCSchema(
///     id: "https://library.example/schema", schema: VCSchema.standardSchema, title: "Library card",
///     description: "Who may borrow books", metadata: .init(language: "en", formatVersion: "1.0"),
///     credentialSubject: .init(claims: [claims]))
/// ```
public struct VCSchema: ModelObject {
    /// The schema's URL. The member's name is `@id`.
    public var id: String
    /// The URL of the format that schemas follow: `https://opendid.org/schema/vc.osd`. The member's name is `@schema`.
    public var schema: String
    /// A title for people.
    public var title: String
    /// A description for people.
    public var description: String
    /// The language and format of the credentials.
    public var metadata: VCMetadata
    /// The claims.
    public var credentialSubject: CredentialSubject
    public var unknownMembers = UnknownMembers()

    enum CodingKeys: String, CodingKey {
        case id = "@id"
        case schema = "@schema"
        case title, description, metadata, credentialSubject
    }

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

    /// The language and format of a schema's credentials (OpenDID sheet 4.1).
    public struct VCMetadata: ModelObject {
        /// A language code such as `ko`.
        public var language: String
        /// The format's version: `1.0`.
        public var formatVersion: String
        public var unknownMembers = UnknownMembers()

        public init(language: String, formatVersion: String) {
            self.language = language
            self.formatVersion = formatVersion
        }
    }

    /// The claims of a schema (OpenDID sheet 4.1).
    public struct CredentialSubject: ModelObject {
        /// The claims, grouped by namespace.
        public var claims: [VCSchema.Claim]
        public var unknownMembers = UnknownMembers()

        public init(claims: [VCSchema.Claim]) {
            self.claims = claims
        }

        /// A longer name for ``VCSchema/Claim``, the claims of one namespace.
        public typealias Claim = VCSchema.Claim
    }

    /// The claims of one namespace (OpenDID sheet 3.5, 4.1).
    public struct Claim: ModelObject {
        /// The namespace.
        public var namespace: Namespace
        /// The claims of the namespace.
        public var items: [ClaimDef]
        public var unknownMembers = UnknownMembers()

        public init(namespace: Namespace, items: [ClaimDef]) {
            self.namespace = namespace
            self.items = items
        }

        /// A longer name for ``VCSchema/Namespace``.
        public typealias Namespace = VCSchema.Namespace
        /// A longer name for ``VCSchema/ClaimDef``, the definition of a claim.
        public typealias ClaimDef = VCSchema.ClaimDef
    }

    /// A namespace: the text with which the codes of related claims begin (OpenDID sheet 4.1).
    public struct Namespace: ModelObject {
        /// The id, such as `org.opendid.v1`. The code of a claim consists of this id, a dot and the id of the item.
        public var id: String
        /// A name for people.
        public var name: String
        /// A URL with information about the namespace.
        public var ref: String?
        public var unknownMembers = UnknownMembers()

        public init(id: String, name: String, ref: String? = nil) {
            self.id = id
            self.name = name
            self.ref = ref
        }
    }

    /// The definition of a claim (OpenDID sheet 3.5, 4.1).
    public struct ClaimDef: ModelObject {
        /// The last part of the claim's code.
        public var id: String
        /// A caption for people.
        public var caption: String
        public var type: ClaimType
        public var format: ClaimFormat
        /// True if the value is shown masked. An absent member means false.
        public var hideValue: Bool?
        /// The place of the data. An absent member means `inline`.
        public var location: Location?
        /// True if every credential must have the claim. An absent member means true.
        public var required: Bool?
        /// A description for people. An absent member means an empty text.
        public var description: String?
        /// Captions by language code.
        public var i18n: [String: String]?
        public var unknownMembers = UnknownMembers()

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
