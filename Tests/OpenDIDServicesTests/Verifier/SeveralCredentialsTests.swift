import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("Presentations of several credentials")
struct SeveralCredentialsTests {
    /// A card of this process's issuer and a licence of another one.
    private static func policy(allowed: [String]? = nil) -> VerifierPolicy {
        VerifierPolicy(
            device: "gate", service: "rental", title: "Car rental",
            requirements: [
                VerifierPolicy.Requirement(
                    schema: .plan(TestSchemas.identityPlan), requiredClaims: [TestSchemas.code("birth_date")]),
                VerifierPolicy.Requirement(
                    schema: .id(OtherIssuer.schemaID), requiredClaims: [TestSchemas.licenceCode("given_name")],
                    allowedIssuers: allowed),
            ])
    }

    private func world(allowed: [String]? = nil) async throws -> IssuanceWorld {
        try await IssuanceWorld { $0.verifier.policies = [Self.policy(allowed: allowed)] }
    }

    @Test("credentials of two issuers are accepted in one presentation")
    func twoIssuers() async throws {
        let world = try await world()
        let (holder, other) = (try await world.holder(), try await OtherIssuer(world))
        let credentials = [try await IssuanceRun.issued(world, to: holder), try await other.issue(to: holder)]
        var run = try await PresentationRun.profiled(world, by: holder, service: "rental")
        #expect(try await run.present(credentials) == "200")
        #expect(try await run.result().claims.map(\.value) == ["Alice의 birth_date", "Lee"])
    }

    @Test(
        "a credential of an issuer that prints local time as UTC is accepted, and one from further ahead is not",
        arguments: [
            (32_400, "200"), (50_400, "200"), (50_401, "SSRVVRF00202"),
        ])
    func localTime(ahead: Int64, code: String) async throws {
        let world = try await world()
        let (holder, other) = (try await world.holder(), try await OtherIssuer(world))
        let credentials = [
            try await IssuanceRun.issued(world, to: holder), try await other.issue(to: holder, ahead: ahead),
        ]
        var run = try await PresentationRun.profiled(world, by: holder, service: "rental")
        #expect(try await run.present(credentials) == code)
    }

    @Test(
        "a verifier with two policies of one ID does not start, and the error names the ID",
        arguments: [
            ("one", "one", "one"), ("gate/rental", nil, "gate/rental"),
        ])
    func oneID(first: String, second: String?, named: String) async throws {
        var policies = [Self.policy(), Self.policy()]
        (policies[0].policyId, policies[1].policyId) = (first, second)
        let both = policies
        await #expect {
            _ = try await IssuanceWorld { $0.verifier.policies = both }
        } throws: {
            let error = $0 as? ServicesError
            return error?.code == .configuration && error?.field == "verifier.policies.\(named)"
        }
    }

    @Test("two credentials of one issuer are accepted in one presentation")
    func oneIssuer() async throws {
        let world = try await world()
        let holder = try await world.holder()
        let credentials = [
            try await IssuanceRun.issued(world, to: holder),
            try await IssuanceRun.issued(world, to: holder, plan: TestSchemas.userPlan),
        ]
        var run = try await PresentationRun.profiled(world, by: holder, service: "both")
        #expect(run.profile.profile.filter.credentialSchemas.count == 2)
        #expect(try await run.present(credentials) == "200")
        #expect(try await run.result().claims.map(\.value) == ["Alice의 family_name", "Alice given_name"])
    }

    @Test(
        "one invalid credential among several makes the verifier refuse the presentation",
        arguments: [
            ("revoked", "SSRVVRF00801"), ("absent", "SSRVVRF00202"), ("unknown", "SSRVVRF00801"),
            ("twice", "SSRVVRF00202"),
        ])
    func oneBad(fault: String, code: String) async throws {
        let world = try await world()
        let (holder, other) = (try await world.holder(), try await OtherIssuer(world))
        let (card, licence) = (try await IssuanceRun.issued(world, to: holder), try await other.issue(to: holder))
        var run = try await PresentationRun.profiled(world, by: holder, service: "rental")
        var presentation = try await holder.presentation(for: run.profile, of: [card, licence], at: world.now)
        switch fault {
        case "revoked": try await world.registry.apply([.setCredentialStatus(id: licence.id, .REVOKED, at: world.now)])
        case "absent": presentation.verifiableCredential.removeLast()
        case "unknown":
            let draft = CredentialDraft(
                id: "never entered", issuer: licence.issuer, subject: holder.did, schema: other.schema,
                claims: licence.credentialSubject.claims, evidence: OtherIssuer.evidence)
            presentation.verifiableCredential[1] = try await draft.issued(by: other.request)
        default: presentation.verifiableCredential.append(presentation.verifiableCredential[1])
        }
        presentation.proof = nil
        presentation = try await presentation.signed(by: [holder.request(.pin, for: .assertionMethod, at: world.now)])
        #expect(try await run.send(presentation) == code)
    }

    @Test(
        "only issuers that the trust agent has enrolled are accepted",
        arguments: ["stranger", "role", "revoked", "expired"])
    func enrolment(fault: String) async throws {
        let world = try await world()
        let holder = try await world.holder()
        let other = try await OtherIssuer(
            world, isEnrolled: fault != "stranger", role: fault == "role" ? .Verifier : .Issuer)
        if fault == "revoked" {
            try await world.registry.apply([
                .setCredentialStatus(id: "certificate of licences", .REVOKED, at: world.now)
            ])
        }
        if fault == "expired" { world.clock.advance(by: 366 * 86_400) }
        let credentials = [try await IssuanceRun.issued(world, to: holder), try await other.issue(to: holder)]
        var run = try await PresentationRun.profiled(world, by: holder, service: "rental")
        #expect(try await run.present(credentials) == "SSRVVRF00202")
    }

    @Test("an issuer that the policy does not allow is refused")
    func allowedIssuers() async throws {
        let world = try await world(allowed: ["did:omn:issuer"])
        let (holder, other) = (try await world.holder(), try await OtherIssuer(world))
        let credentials = [try await IssuanceRun.issued(world, to: holder), try await other.issue(to: holder)]
        var run = try await PresentationRun.profiled(world, by: holder, service: "rental")
        var draft = PresentationDraft(
            id: "presentation", holder: holder.did, verifierNonce: run.profile.profile.process.verifierNonce,
            now: world.now)
        for credential in credentials { try draft.add(credential, showing: .all) }
        let presentation = try await draft.signed(by: [holder.request(.pin, for: .assertionMethod, at: world.now)])
        #expect(try await run.send(presentation) == "SSRVVRF00202")
    }

    @Test("a presentation with a credential that was not requested is refused")
    func unasked() async throws {
        let world = try await world()
        let holder = try await world.holder()
        let (card, licence) = (
            try await IssuanceRun.issued(world, to: holder),
            try await IssuanceRun.issued(world, to: holder, plan: TestSchemas.userPlan)
        )
        var run = try await PresentationRun.profiled(world, by: holder)
        var presentation = try await holder.presentation(for: run.profile, of: [card], at: world.now)
        presentation.verifiableCredential.append(licence)
        presentation.proof = nil
        presentation = try await presentation.signed(by: [holder.request(.pin, for: .assertionMethod, at: world.now)])
        #expect(try await run.send(presentation) == "SSRVVRF00202")
    }

    @Test("a policy with an unknown plan is refused, and a verifier whose policy requests nothing does not start")
    func policies() async throws {
        let world = try await IssuanceWorld { configuration in
            configuration.verifier.policies = [
                VerifierPolicy(
                    device: "gate", service: "gone", title: "Gone",
                    requirements: [.init(schema: .plan("vcplanid999999999999"))])
            ]
        }
        let offer = try await PresentationRun.offered(world, service: "gone")
        let request = try PresentationRun.profileRequest(world, offer)
        #expect(try await world.code(OpenDIDEndpoints.Verifier.requestProfile, request, as: .anybody) == "SSRVVRF00201")
        await #expect(throws: ServicesError.self) {
            _ = try await IssuanceWorld { configuration in
                configuration.verifier.policies = [
                    VerifierPolicy(device: "d", service: "s", title: "t", requirements: [])
                ]
            }
        }
    }
}
