import HeraldJSON

/// The schemas of a list provider of release 2 (did-ta-server, `RequestVcSchemaListResDto`).
public struct VCSchemaList: ModelObject {
    /// The number of items.
    public var count: Int
    /// The schemas.
    public var vcSchemaList: [ListedVCSchema]
    public var unknownMembers = UnknownMembers()

    public init(count: Int, vcSchemaList: [ListedVCSchema]) {
        self.count = count
        self.vcSchemaList = vcSchemaList
    }
}

/// An entry in the list of schemas, with the schema's issuer (did-ta-server, `ListVcSchemaDto`).
public struct ListedVCSchema: ModelObject {
    /// The schema's URL.
    public var schemaId: String
    /// The DID of the issuer that uses the schema.
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

    public init(
        schemaId: String, issuerDid: String? = nil, issuerName: String? = nil, title: String, description: String,
        vcSchema: Content
    ) {
        self.schemaId = schemaId
        self.issuerDid = issuerDid
        self.issuerName = issuerName
        self.title = title
        self.description = description
        self.vcSchema = vcSchema
    }

    /// A ``VCSchema`` in the form of upstream's list. In all other places, the names of the members `id` and `schema` begin with `@`. In
    /// this list they do not.
    public struct Content: ModelObject {
        /// The same value as ``VCSchema/id``.
        public var id: String
        /// The same value as ``VCSchema/schema``.
        public var schema: String
        /// The same value as ``VCSchema/title``.
        public var title: String
        /// The same value as ``VCSchema/description``.
        public var description: String
        /// The same value as ``VCSchema/metadata``.
        public var metadata: VCSchema.VCMetadata
        /// The same value as ``VCSchema/credentialSubject``.
        public var credentialSubject: VCSchema.CredentialSubject
        public var unknownMembers = UnknownMembers()

        /// Converts a schema to the form of the list. Unknown members are copied.
        public init(_ schema: VCSchema) {
            id = schema.id
            self.schema = schema.schema
            title = schema.title
            description = schema.description
            metadata = schema.metadata
            credentialSubject = schema.credentialSubject
            unknownMembers = schema.unknownMembers
        }

        /// The schema in its usual form.
        public var vcSchema: VCSchema {
            var schema = VCSchema(
                id: id, schema: schema, title: title, description: description, metadata: metadata,
                credentialSubject: credentialSubject)
            schema.unknownMembers = unknownMembers
            return schema
        }
    }
}
