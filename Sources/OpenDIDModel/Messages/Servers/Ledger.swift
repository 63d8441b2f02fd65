import HeraldJSON

// Messages from upstream's servers to the registry, which is the repository in release 1 and the ledger service in release 2 (`did-doc`,
// `vc-meta`). The servers send the status of a credential as an ``UpdateVcStatus``. Herald's servers do not use these messages, because
// they share a registry of their own.

/// The request to register a DID document.
///
/// Release 1 calls the role `roleTYpe`, release 2 calls it `roleType`. Decoding accepts both names, and encoding writes the name of release
/// 2.
public struct RegisterDidDoc: ModelObject {
    /// The role of the DID's owner.
    public var roleType: RoleTypeEnum?
    /// The document, signed by the trust agent.
    public var didDoc: InvokedDidDoc
    public var unknownMembers = UnknownMembers()

    enum CodingKeys: String, CodingKey { case roleType, didDoc }

    private enum OlderNames: String, CodingKey { case roleTYpe }

    public init(roleType: RoleTypeEnum? = nil, didDoc: InvokedDidDoc) {
        self.roleType = roleType
        self.didDoc = didDoc
    }

    /// Reads the request. The member for the role may have the name of either release. If both names are present, the one of release 2 is
    /// used.
    /// - Throws: `DecodingError` if a member is missing or malformed.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let older = try decoder.container(keyedBy: OlderNames.self)
        roleType =
            try container.decodeIfPresent(RoleTypeEnum.self, forKey: .roleType)
            ?? older.decodeIfPresent(RoleTypeEnum.self, forKey: .roleTYpe)
        didDoc = try container.decode(InvokedDidDoc.self, forKey: .didDoc)
    }
}

/// The request to change the status of a DID in the ledger (release 2).
public struct UpdateDidDocStatus: ModelObject {
    /// The DID.
    public var did: String
    /// The new status.
    public var status: DIDStatus
    public var unknownMembers = UnknownMembers()

    public init(did: String, status: DIDStatus) {
        self.did = did
        self.status = status
    }
}

/// The request to register the schema of a credential (release 2).
public struct RegisterVcSchema: ModelObject {
    /// The issuer's DID.
    public var did: String
    /// A ``VCSchema`` as text.
    public var vcSchema: String
    public var unknownMembers = UnknownMembers()

    public init(did: String, vcSchema: String) {
        self.did = did
        self.vcSchema = vcSchema
    }
}

/// The request to register the schema of an anonymous credential (release 2).
public struct RegisterCredentialSchema: ModelObject {
    /// The schema as text.
    public var credentialSchema: String
    public var unknownMembers = UnknownMembers()

    public init(credentialSchema: String) { self.credentialSchema = credentialSchema }
}

/// The request to register the definition of an anonymous credential (release 2).
public struct RegisterCredentialDefinition: ModelObject {
    /// The definition as text.
    public var credentialDefinition: String
    public var unknownMembers = UnknownMembers()

    public init(credentialDefinition: String) { self.credentialDefinition = credentialDefinition }
}
