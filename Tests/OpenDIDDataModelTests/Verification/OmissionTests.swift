import OpenDID_DataModel
import Testing

@Suite("Omitted checks in a report")
struct OmissionTests {
    typealias Omission = VerificationReport.Omission

    private func expected(_ message: SignedMessage) -> Set<Omission> {
        // The samples name the signer where the document does not.
        let signer: Set<Omission> = message.signerPath == nil ? [] : [.signer]
        switch message {
        case .credential: return signer.union([.credentialStatus, .claimsSchema])
        case .presentedCredential, .presentation: return signer.union([.credentialStatus])
        case .walletTokenData: return signer.union([.sentSeed])
        case .signedDIDDoc, .attestedDIDDoc: return signer.union([.innerDocument])
        default: return signer
        }
    }

    @Test("every standard policy without further data lists its omitted checks", arguments: SignedMessage.allCases)
    func standard(message: SignedMessage) async throws {
        let cast = try Cast()
        let samples = SignedSamples(cast: cast)
        let report = await samples.policy(message).verify(
            try await samples.document(message), at: Cast.now, resolver: cast.registry)
        #expect(report.isValid && report.omissions == expected(message), "\(report.failures)")
        let told = VerificationPolicy.standard(for: message, signer: samples.signer(of: message).did)
        let inner: Set<Omission> = message == .presentation ? [.signer] : []
        #expect(told.omissions == expected(message).subtracting([.signer]).union(inner))
    }

    @Test("a policy with all of its data omits no check")
    func told() async throws {
        let cast = try Cast()
        let statuses = StatusTable(statuses: [:])
        #expect(
            VerificationPolicy.standard(
                for: .walletTokenData, signer: "did:omn:cas", sentSeed: Samples(cast: cast).seed
            ).omissions.isEmpty)
        let complete = VerificationPolicy.standard(for: .credential, statuses: statuses)
            .adding([ClaimsSchemaRule(DocumentsCast.schema()), IssuerRule(allowed: ["did:omn:issuer"])])
        #expect(complete.omissions.isEmpty)
        let issued = VerificationPolicy.credential(issuedUnder: Samples(cast: cast).issueProfile, to: cast.holder.did)
        #expect(issued.omissions == [.credentialStatus, .claimsSchema])
        let withSchema = VerificationPolicy.credential(
            issuedUnder: Samples(cast: cast).issueProfile, to: cast.holder.did, schema: DocumentsCast.schema())
        #expect(withSchema.omissions == [.credentialStatus])
        #expect(
            VerificationPolicy.certificate(of: "did:omn:x", role: .Issuer, issuers: ["did:omn:tas"], statuses: statuses)
                .omissions.isEmpty)
    }

    @Test("the caller, or the profile for each schema, names the allowed issuers of a presentation")
    func issuers() throws {
        var cast = try DocumentsCast()
        let open = cast.profile([.init(id: DocumentsCast.schemaID)])
        let named = cast.profile([.init(id: DocumentsCast.schemaID, allowedIssuers: [cast.issuer.id])])
        func omissions(_ profile: VerifyProfile, _ issuers: Set<String>? = nil) -> Set<Omission> {
            VerificationPolicy.presentation(answering: profile, statuses: cast.statuses, issuers: issuers).omissions
        }
        #expect(omissions(open) == [.signer])
        #expect(omissions(open, [cast.issuer.id]).isEmpty)
        #expect(omissions(named).isEmpty)
    }
}
