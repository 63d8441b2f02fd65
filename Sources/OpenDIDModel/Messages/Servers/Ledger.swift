import HeraldJSON

// What upstream's servers send to the registry behind them: release 1's repository, release 2's ledger service (`did-doc`, `vc-meta`).
// A status of a credential goes there as an ``UpdateVcStatus``. Our servers share a registry of their own.

/// Enters a DID document.
///
/// Release 1 calls the role `roleTYpe`, release 2 `roleType`. Both are read, release 2's name is written.
public struct RegisterDidDoc: ModelObject {
    /// The role of the DID's owner.
    public var roleType: RoleTypeEnum?
    /// The document, signed by the trust agent.
    public var didDoc: InvokedDidDoc
    public var unknownMembers = UnknownMembers()

    enum CodingKeys: String, CodingKey { case roleType, didDoc }

    private enum OlderNames: String, CodingKey { case roleTYpe }

    /// A value from its members.
    public init(roleType: RoleTypeEnum? = nil, didDoc: InvokedDidDoc) {
        self.roleType = roleType
        self.didDoc = didDoc
    }

    /// Reads either name of the role; release 2's when both are there.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let older = try decoder.container(keyedBy: OlderNames.self)
        roleType = try container.decodeIfPresent(RoleTypeEnum.self, forKey: .roleType)
            ?? older.decodeIfPresent(RoleTypeEnum.self, forKey: .roleTYpe)
        didDoc = try container.decode(InvokedDidDoc.self, forKey: .didDoc)
    }
}

/// Changes what the ledger says about a DID (release 2).
public struct UpdateDidDocStatus: ModelObject {
    /// The DID.
    public var did: String
    /// The new status.
    public var status: DIDStatus
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(did: String, status: DIDStatus) {
        self.did = did
        self.status = status
    }
}

/// Enters the schema of a credential (release 2).
public struct RegisterVcSchema: ModelObject {
    /// The issuer's DID.
    public var did: String
    /// A ``VCSchema`` as text.
    public var vcSchema: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(did: String, vcSchema: String) {
        self.did = did
        self.vcSchema = vcSchema
    }
}

/// Enters the schema of an anonymous credential (release 2).
public struct RegisterCredentialSchema: ModelObject {
    /// The schema as text.
    public var credentialSchema: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(credentialSchema: String) { self.credentialSchema = credentialSchema }
}

/// Enters the definition of an anonymous credential (release 2).
public struct RegisterCredentialDefinition: ModelObject {
    /// The definition as text.
    public var credentialDefinition: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(credentialDefinition: String) { self.credentialDefinition = credentialDefinition }
}
