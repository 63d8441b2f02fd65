import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("Upstream's apps at the issuer")
struct StockIssuanceTests {
    @Test("stock fault 3: a profile's time has six fraction digits, and a credential's times have none")
    func dates() async throws {
        let world = try await IssuanceWorld()
        var run = try await IssuanceRun.profiled(world, to: world.holder())
        let created = try run.profile.unwrapped.proof.unwrapped.created
        // The form that DateFormatter reads with "yyyy-MM-dd'T'HH:mm:ss.SSSSSSZ" (did-ca-ios, SDKUtils.convertDateFormat2).
        #expect(created.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/) != nil, "\(created)")

        let credential = try await run.issue()
        // "yyyy-MM-dd'T'HH:mm:ss'Z'" (did-ca-ios, SDKUtils.convertDateFormat).
        for date in [credential.issuanceDate, credential.validFrom, credential.validUntil, credential.proof.created] {
            #expect(date.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil, "\(date)")
        }
    }

    @Test("stock fault 5: apps of release 1 and of release 2 read the same answer")
    func bothReleases() async throws {
        let world = try await IssuanceWorld()
        var run = try await IssuanceRun.profiled(world, to: world.holder())
        let answer = try await world.answer(OpenDIDEndpoints.Issuer.issueVC, try await run.makeRequest())
        var channel = try run.channel.unwrapped.channel
        let plain = try channel.open(
            Multibase.decode(answer.e2e.encVc).bytes, iv: Multibase.decode(answer.e2e.iv).bytes
        ) { $0 }

        // Release 1 reads the members of a credential, release 2 those of `vc`; both pass over what they do not know.
        let root = try JSONDocument(plain, limits: .model).root
        var bare = try JSONModelDecoder().decode(VerifiableCredential.self, from: root)
        #expect(bare.unknownMembers.members.count == 1)
        bare.unknownMembers = UnknownMembers()
        let wrapped = try JSONModelDecoder().decode(VerifiableCredential.self, from: root["vc"].unwrapped)
        #expect(bare == wrapped)
        #expect(try CredInfo(issuedBytes: plain).vc == wrapped)
        #expect(try JSONDocument(plain, limits: .model).root.canonicalBytes() == plain)
        for credential in [bare, wrapped] {
            let report = try await VerificationPolicy.standard(for: .credential, signer: "did:omn:issuer")
                .verify(credential, at: world.now, resolver: world.registry)
            #expect(report.isValid, "\(report.failures)")
        }
    }

    @Test(
        "Android's signatures are valid: each claim of a credential or certificate says if it is hidden"
    )
    func hiddenClaims() async throws {
        let world = try await IssuanceWorld()
        let credential = try await IssuanceRun.issued(world, to: world.holder())
        #expect(credential.credentialSubject.claims.allSatisfy { $0.hideValue != nil })
        let draft = try ProviderCertificate.draft(
            id: "6c7f0a4e-0000-4000-8000-000000000001", provider: "did:omn:issuer", name: "Issuer", role: .Issuer,
            issuer: VerifiableCredential.Issuer(id: "did:omn:tas"),
            schemaID: "http://127.0.0.1/tas/api/v1/vc-schema?name=certificate", evidence: [])
        #expect(draft.claims.allSatisfy { $0.hideValue == false })
    }
}
