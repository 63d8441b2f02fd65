import HeraldJSON

/// The schemas that a list provider of release 2 knows (did-ta-server, `RequestVcSchemaListResDto`).
public struct VCSchemaList: ModelObject {
    /// How many there are.
    public var count: Int
    /// The schemas.
    public var vcSchemaList: [ListedVCSchema]
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(count: Int, vcSchemaList: [ListedVCSchema]) {
        self.count = count
        self.vcSchemaList = vcSchemaList
    }
}

/// A schema in the list of schemas, with its issuer (did-ta-server, `ListVcSchemaDto`).
public struct ListedVCSchema: ModelObject {
    /// The schema's URL.
    public var schemaId: String
    /// The DID of who issues under it.
    public var issuerDid: String?
    /// The issuer's name for people.
    public var issuerName: String?
    /// The schema's title.
    public var title: String
    /// The schema's description.
    public var description: String
    /// The schema.
    public var vcSchema: Content
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(
        schemaId: String, issuerDid: String? = nil, issuerName: String? = nil, title: String, description: String, vcSchema: Content
    ) {
        self.schemaId = schemaId
        self.issuerDid = issuerDid
        self.issuerName = issuerName
        self.title = title
        self.description = description
        self.vcSchema = vcSchema
    }

    /// A ``VCSchema`` as upstream's list writes it: `id` and `schema` stand there without the `@` that they have everywhere else.
    public struct Content: ModelObject {
        /// As ``VCSchema/id``.
        public var id: String
        /// As ``VCSchema/schema``.
        public var schema: String
        /// As ``VCSchema/title``.
        public var title: String
        /// As ``VCSchema/description``.
        public var description: String
        /// As ``VCSchema/metadata``.
        public var metadata: VCSchema.VCMetadata
        /// As ``VCSchema/credentialSubject``.
        public var credentialSubject: VCSchema.CredentialSubject
        public var unknownMembers = UnknownMembers()

        /// The schema under the list's names; members that nobody knows come along.
        public init(_ schema: VCSchema) {
            id = schema.id
            self.schema = schema.schema
            title = schema.title
            description = schema.description
            metadata = schema.metadata
            credentialSubject = schema.credentialSubject
            unknownMembers = schema.unknownMembers
        }

        /// The schema under its usual names.
        public var vcSchema: VCSchema {
            var schema = VCSchema(
                id: id, schema: schema, title: title, description: description, metadata: metadata, credentialSubject: credentialSubject)
            schema.unknownMembers = unknownMembers
            return schema
        }
    }
}
