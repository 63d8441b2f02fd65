import HeraldJSON
import OpenDID_DataModel
import Testing

@Suite("Zero-knowledge messages of release 2 are read, stored and written back")
struct ZeroKnowledgeTests {
    static let accE2e = #"{"iv":"mAAECAwQFBgcICQoLDA0ODw","publicKey":"zA"}"#
    static let reqE2e = #"""
        {"cipher":"AES-256-CBC","curve":"Secp256r1","nonce":"mAA","padding":"PKCS5","publicKey":"zA"}
        """#
    static let verifier =
        #"{"certVcRef":"http://127.0.0.1/verifier/api/v1/certificate-vc","did":"did:omn:verifier","name":"Verifier"}"#
    /// A large number is a text, and what stands deeper may be anything.
    static let credentialOffer = #"""
        {"credDefId":"did:omn:issuer:3:CL:did:omn:issuer:2:mdl:1.0:Tag1","keyCorrectnessProof":{"c":"81928374650918273645","xrCap":\#
        {"zip":"4711"},"xzCap":"99"},"nonce":"1208925819614629174706176","schemaId":"did:omn:issuer:2:mdl:1.0"}
        """#
    static let credentialRequest = #"""
        {"blindedMs":{"hiddenAttributes":["master_secret"],"u":"12"},"blindedMsCorrectnessProof":{"c":"1","mCaps":{"master_secret":"2"},\#
        "vDashCap":"3"},"credDefId":"x","nonce":"4","proverDID":"did:omn:holder"}
        """#

    private func isKept<T: ModelObject>(_ text: String, _ type: T.Type) throws {
        let value = try T(from: text)
        #expect(try JSONValue(parsing: value.canonicalBytes()) == JSONValue(parsing: Array(text.utf8)))
        #expect(try T(jsonBytes: value.canonicalBytes()) == value)
    }

    @Test("an issue profile keeps its credentialOffer, and a request for a credential its credentialRequest")
    func offerAndRequest() throws {
        let profile = #"""
            {"encoding":"UTF-8","id":"1f0b","language":"ko","profile":{"credentialOffer":\#(Self.credentialOffer),\#
            "credentialSchema":{"id":"http://x.test","type":"OsdSchemaCredential"},"issuer":\#(Self.verifier),\#
            "process":{"endpoints":[],"issuerNonce":"mAA","reqE2e":\#(Self.reqE2e)}},"title":"Licence","type":"IssueProfile"}
            """#
        try isKept(profile, IssueProfile.self)
        #expect(
            try IssueProfile(from: profile).profile.credentialOffer?.unknownMembers.members["schemaId"]
                == "did:omn:issuer:2:mdl:1.0")
        let request =
            #"{"credentialRequest":\#(Self.credentialRequest),"profile":{"id":"1","issuerNonce":"mAA"},"refId":"r"}"#
        try isKept(request, ReqVC.self)
        #expect(try ReqVC(from: request).credentialRequest?.unknownMembers.members["proverDID"] == "did:omn:holder")
    }

    @Test("a profile that asks for a proof keeps attributes, predicates and unknown members")
    func proofRequestProfile() throws {
        let text = #"""
            {"proofRequestProfile":{"description":"d","encoding":"UTF-8","id":"1f0b","language":"ko","profile":{"proofRequest":{"name":"age",\#
            "nonce":"1234567890123456789012345678901234567890","requestedAttributes":{"zip":{"name":"zip","restrictions":\#
            [{"credDefId":"x"}]}},"requestedPredicates":{"adult":{"name":"age","pType":"GE","pValue":19,"restrictions":[]}},"version":"1.0"},\#
            "reqE2e":\#(Self.reqE2e),"verifier":\#(Self.verifier)},"title":"Age","type":"ProofRequestProfile"},"txId":"t"}
            """#
        try isKept(text, _RequestProofRequestProfile.self)
        let request = try _RequestProofRequestProfile(from: text).proofRequestProfile.profile.proofRequest
        #expect(request.requestedPredicates?["adult"]?.unknownMembers.members["pValue"] == 19)
        #expect(request.requestedAttributes?.count == 1)
        let error = #expect(throws: JSONError.self) {
            try _RequestProofRequestProfile(from: #"{"txId":"t","proofRequestProfile":{}}"#)
        }
        #expect(error?.path == "proofRequestProfile.id")
    }

    @Test("a submitted proof, and a gateway's schema and definition, are preserved")
    func others() throws {
        try isKept(
            #"{"accE2e":\#(Self.accE2e),"encProof":"mAAAA","id":"1","nonce":"5","txId":"t"}"#, RequestVerifyProof.self)
        try isKept(
            #"{"accE2e":\#(Self.accE2e),"encProof":"mAAAA","id":"1","more":{"a":[1]},"nonce":"5"}"#,
            RequestVerifyProof.self)
        try isKept(#"{"txId":"t"}"#, _RequestVerifyProof.self)
        try isKept(#"{"credSchema":"mAAAA"}"#, ZKPSchemaVO.self)
        try isKept(#"{"credDef":"mAAAA","later":1}"#, ZKPDefinitionVO.self)
        try isKept(#"{"policyId":"p"}"#, RequestOfferByPolicy.self)
        try isKept(#"{"id":"1","policyId":"p","x":"y"}"#, RequestOfferByPolicy.self)
    }

    @Test("a plan of release 2 keeps the definition of its anonymous credential")
    func plan() throws {
        try isKept(
            #"""
            {"credentialDefinition":{"id":"x","schemaId":"y"},"credentialSchema":{"id":"http://x.test","type":"OsdSchemaCredential"},\#
            "description":"d","manager":"did:omn:tas","name":"n",\#
            "option":{"allowIssuerInit":true,"allowUserInit":true,"delegatedIssuance":false},"vcPlanId":"vcplanid000000000001"}
            """#, VCPlan.self)
    }
}
