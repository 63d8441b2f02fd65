import Foundation
import HeraldJSON
import OpenDID_DataModel
import Testing

@Suite("Protocols and wrappers have the text's declarations")
struct ProtocolDeclarations {
    @Test("a model is written to JSON and read back, as text and as data")
    func jsonable() throws {
        func turn<T: Jsonable & Equatable>(_ value: T) throws {
            #expect(try T(from: value.toJson(isPretty: false)) == value)
            #expect(try T(from: value.toJson(isPretty: true)) == value)
            #expect(try T(from: value.toJsonData(isPretty: false)) == value)
            #expect(try T(from: value.toJsonData(isPretty: true)) == value)
            #expect(try value.toJson() == String(decoding: value.toJsonData(), as: UTF8.self))
            #expect(try T(jsonBytes: value.canonicalBytes()) == value)
        }
        try turn(Sample.didDocument)
        try turn(Sample.verifiableCredential)
        try turn(Sample.verifiableCredential.evidence[0])
        try turn(RoleTypeEnum.CAS_SERVICE)
        try turn(PresentModeEnum.Indirect)
        try turn(ServerTokenPurposeEnum.LIST_VC_AND_PRESENT_VP)
        try turn(WalletTokenPurposeEnum.CONFIGLOCK)
        try turn(DidDocumentType.holder)
        #expect(try RoleTypeEnum.CAS_SERVICE.toJson() == "\"AppProvider\"")
    }

    @Test("pretty JSON adds only indentation")
    func pretty() throws {
        let text = try Sample.provider.toJson(isPretty: true)
        #expect(text.contains("\n"))
        #expect(try JSONValue(parsing: text).serialized() == Sample.provider.canonicalBytes())
    }

    @Test("every proof has five properties, and every container has its proofs")
    func proofs() {
        func parts<P: ProofProtocol>(_ proof: P) -> [String] {
            var copy = proof
            (copy.created, copy.verificationMethod, copy.proofPurpose) = (
                proof.created, proof.verificationMethod, proof.proofPurpose
            )
            (copy.type, copy.proofValue) = (proof.type, proof.proofValue)
            return [
                copy.created, copy.verificationMethod, copy.proofPurpose.rawValue, copy.type.rawValue,
                copy.proofValue ?? "",
            ]
        }
        #expect(parts(Sample.proof) == parts(Sample.vcProof))

        let containers: [any ProofContainer] = [
            Sample.issueProfile, Sample.verifyProfile, Sample.reqE2e, Sample.serverTokenData, Sample.walletTokenData,
            Sample.attestedAppInfo, Sample.signedWalletInfo, Sample.reqEcdh, Sample.accEcdh, Sample.accE2e,
            Sample.didAuth,
            Sample.attestedDIDDoc, Sample.signedDIDDoc, Sample.invokedDidDoc,
        ]
        #expect(containers.allSatisfy { $0.proof == Sample.proof })
        let several: [any ProofsContainer] = [Sample.didDocument, Sample.verifiablePresentation, Sample.reqRevokeVc]
        #expect(several.allSatisfy { $0.proof == Sample.proof && $0.proofs == [Sample.proof] })
    }

    @Test("one proof is a single member, and several are a list")
    func settingProofs() {
        var request = Sample.reqRevokeVc
        request.setProofs([Sample.proof])
        #expect(request.proof == Sample.proof && request.proofs == nil && request.allProofs.count == 1)
        request.setProofs([Sample.proof, Sample.proof])
        #expect(request.proof == nil && request.proofs?.count == 2 && request.allProofs.count == 2)
        request.setProofs([])
        #expect(request.proof == nil && request.proofs == nil && request.allProofs.isEmpty)
    }

    @Test("credentials and presentations are identifiable")
    func identifiable() {
        func id<T: Identifiable>(_ value: T) -> T.ID { value.id }
        #expect(id(Sample.verifiableCredential) == "1f0b")
        #expect(id(Sample.verifiablePresentation) == "1f0b")
    }

    @Test("initialisers of the original text work if they differ from the members")
    func initialisers() {
        let seed = Sample.serverTokenSeed
        #expect(
            ServerTokenSeed(purpose: seed.purpose, walletInfo: seed.walletInfo, attestedAppInfo: seed.caAppInfo) == seed
        )
        #expect(_RequestEcdh(id: "ignored", txId: "text", accEcdh: Sample.accEcdh) == Sample.requestEcdhAnswer)
        #expect(
            RequestAttestedDIDDoc(id: "1f0b", attestedDIDDoc: Sample.attestedDIDDoc) == Sample.requestAttestedDIDDoc)
        let listed = ReqEcdh(
            client: Sample.reqEcdh.client, clientNonce: "text", publicKey: "text", curve: .secp256r1,
            candidate: [.aes256CBC],
            proof: Sample.proof)
        #expect(listed == Sample.reqEcdh)
        #expect(RequestProfile(id: "1f0b", offerId: "text").txId == nil)
        #expect(RequestVerify(id: "1f0b", txId: "text", accE2e: Sample.accE2e, encVp: "text") == Sample.requestVerify)
        #expect(RetrieveKyc(id: "1f0b", txId: "text", serverToken: "text", kycTxId: "text").kycToken == nil)
        #expect(ProposeIssueVc(id: "1f0b", vcPlanId: "text", issuer: "did:omn:issuer").offerId == nil)
        #expect(VerifyOfferPayload(type: .VerifyOffer, mode: .Direct).locked == false)
    }

    @Test("answers that are bare documents also have the request's name")
    func bareAnswers() {
        let app: _RequestAttestedAppInfo = Sample.attestedAppInfo
        let seed: RequestWalletTokenData = Sample.walletTokenSeed
        let token: _RequestWalletTokenData = Sample.walletTokenData
        #expect(app == Sample.attestedAppInfo && seed == token.seed)
    }

    @Test("nested types have the names of the sheet and of the original programs")
    func nestedNames() {
        #expect(
            ObjectIdentifier(VerifiableCredential.Internationalization.self)
                == ObjectIdentifier(VerifiableCredential.Claim.Internationalization.self))
        #expect(ObjectIdentifier(VCSchema.CredentialSubject.Claim.self) == ObjectIdentifier(VCSchema.Claim.self))
        #expect(ObjectIdentifier(VCSchema.Claim.Namespace.self) == ObjectIdentifier(VCSchema.Namespace.self))
        #expect(
            ObjectIdentifier(VCSchema.CredentialSubject.Claim.ClaimDef.self) == ObjectIdentifier(VCSchema.ClaimDef.self)
        )
        #expect(ObjectIdentifier(DIDDocument.DIDKeyType.self) == ObjectIdentifier(DIDKeyType.self))
        #expect(ObjectIdentifier(DIDDocument.DIDServiceType.self) == ObjectIdentifier(DIDServiceType.self))
        #expect(ObjectIdentifier(VerifiableCredential.Presence.self) == ObjectIdentifier(Presence.self))
        #expect(ObjectIdentifier(VerifiableCredential.EvidenceType.self) == ObjectIdentifier(EvidenceType.self))
        #expect(ObjectIdentifier(LogoImage.LogoImageType.self) == ObjectIdentifier(LogoImageType.self))
    }
}
