// Endpoints that release 2 adds for wallets and terminals.

extension OpenDIDEndpoints.List {
    /// Lists the plans under which issuers may start an issuance. The query is `?tags[]=` and a tag, and may contain several tags.
    /// ``plans`` lists the plans under which users may start an issuance.
    public static let issuerPlans = ServiceEndpoint<ServiceQuery, VCPlanList>(.list, .get, "vcplan/list/issuer")
    /// Lists the schemas of the credentials that can be issued, with their issuers.
    public static let vcSchemas = ServiceEndpoint<ServiceQuery, VCSchemaList>(.list, .get, "vcschema/list")
    /// Returns the schema of an anonymous credential. The query is `?credentialSchemaId=` and the schema's id.
    public static let credentialSchema = ServiceEndpoint<ServiceQuery, ZKPObject>(.list, .get, "credential-schema")
}

extension OpenDIDEndpoints.Verifier {
    /// Returns an offer to a terminal of release 2, which sends the id of a policy. ``requestOfferQR`` is for terminals of release 1 and
    /// has the same path.
    public static let requestOfferQRByPolicy = ServiceEndpoint<RequestOfferByPolicy, VpOfferWrapper>(
        .verifier, .post, "request-offer-qr")
    /// Returns the verifier's description of the zero-knowledge proof that it requests.
    public static let requestProofRequestProfile = ServiceEndpoint<RequestProfile, _RequestProofRequestProfile>(
        .verifier, .post, "request-proof-request-profile")
    /// Receives a zero-knowledge proof that is encrypted for the verifier.
    public static let requestVerifyProof = ServiceEndpoint<RequestVerifyProof, _RequestVerifyProof>(
        .verifier, .post, "request-verify-proof")
}

extension OpenDIDEndpoints.Gateway {
    /// Returns the schema of an anonymous credential. The query is `?id=` and the schema's id.
    public static let zkpCredentialSchema = ServiceEndpoint<ServiceQuery, ZKPSchemaVO>(
        .gateway, .get, "zkp-cred-schema")
    /// Returns the definition of an anonymous credential. The query is `?id=` and the definition's id.
    public static let zkpCredentialDefinition = ServiceEndpoint<ServiceQuery, ZKPDefinitionVO>(
        .gateway, .get, "zkp-cred-def")
}
