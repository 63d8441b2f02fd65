// What release 2 adds for wallets and terminals.

extension OpenDIDEndpoints.List {
    /// What issuers offer of their own accord; `?tags[]=`, any number of times. ``plans`` has what users may ask for.
    public static let issuerPlans = ServiceEndpoint<ServiceQuery, VCPlanList>(.list, .get, "vcplan/list/issuer")
    /// The schemas of what can be issued, with their issuers.
    public static let vcSchemas = ServiceEndpoint<ServiceQuery, VCSchemaList>(.list, .get, "vcschema/list")
    /// The schema of an anonymous credential; `?credentialSchemaId=`.
    public static let credentialSchema = ServiceEndpoint<ServiceQuery, ZKPObject>(.list, .get, "credential-schema")
}

extension OpenDIDEndpoints.Verifier {
    /// A terminal asks for an offer under a policy that it names by its id. ``requestOfferQR`` is the same place, as release 1 asks there.
    public static let requestOfferQRByPolicy = ServiceEndpoint<RequestOfferByPolicy, VpOfferWrapper>(.verifier, .post, "request-offer-qr")
    /// What a verifier asks a zero-knowledge proof of.
    public static let requestProofRequestProfile = ServiceEndpoint<RequestProfile, _RequestProofRequestProfile>(
        .verifier, .post, "request-proof-request-profile")
    /// A zero-knowledge proof, encrypted for the verifier.
    public static let requestVerifyProof = ServiceEndpoint<RequestVerifyProof, _RequestVerifyProof>(
        .verifier, .post, "request-verify-proof")
}

extension OpenDIDEndpoints.Gateway {
    /// The schema of an anonymous credential; `?id=`.
    public static let zkpCredentialSchema = ServiceEndpoint<ServiceQuery, ZKPSchemaVO>(.gateway, .get, "zkp-cred-schema")
    /// The definition of an anonymous credential; `?id=`.
    public static let zkpCredentialDefinition = ServiceEndpoint<ServiceQuery, ZKPDefinitionVO>(.gateway, .get, "zkp-cred-def")
}
