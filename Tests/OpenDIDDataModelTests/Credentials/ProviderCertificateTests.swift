import OpenDID_DataModel
import Testing

@Suite("Certificates of providers")
struct ProviderCertificateTests {
    private func certificate(_ cast: inout DocumentsCast, role: RoleTypeEnum = .Issuer, id: String = "cert")
        async throws
        -> VerifiableCredential
    {
        cast.statuses.table[id] = CredentialStanding(status: .ACTIVE, issuer: cast.tas.id)
        return try await ProviderCertificate.draft(
            id: id, provider: cast.issuer.id, name: "The issuer", role: role,
            issuer: .init(id: cast.tas.id, name: "tas"),
            schemaID: DocumentsCast.certificateSchemaID, evidence: DocumentsCast.evidence(cast.tas.id)
        ).issued(by: cast.request(cast.tasKey, "assert", of: cast.tas))
    }

    private func failures(
        _ credential: VerifiableCredential, _ cast: DocumentsCast, role: RoleTypeEnum = .Issuer, provider: String? = nil
    )
        async throws -> [VerificationFailure.Code]
    {
        let policy = VerificationPolicy.certificate(
            of: provider ?? cast.issuer.id, role: role, issuers: [cast.tas.id], statuses: cast.statuses)
        return try await policy.verify(credential, at: DocumentsCast.now, resolver: cast.registry).failures.map(\.code)
    }

    @Test("a certificate names the provider and its role", arguments: RoleTypeEnum.allCases)
    func read(_ role: RoleTypeEnum) async throws {
        var cast = try DocumentsCast()
        let credential = try await certificate(&cast, role: role)
        #expect(credential.type == ["VerifiableCredential", "CertificateVC"])
        #expect(credential.credentialSubject.claims.map(\.value) == ["o=The issuer", role.rawValue])
        #expect(credential.claimCodes == ["org.opendid.v1.subject", "org.opendid.v1.role"])
        let certificate = try ProviderCertificate(credential)
        #expect(certificate.provider == cast.issuer.id && certificate.name == "The issuer")
        #expect(certificate.role == role && certificate.issuer == cast.tas.id)
        #expect(VCSchema.certificate(id: DocumentsCast.certificateSchemaID).errors(in: credential).isEmpty)
        #expect(try await failures(credential, cast, role: role).isEmpty)
    }

    @Test("another role, provider or trust agent, and a certificate that is not active, are refused")
    func refused() async throws {
        var cast = try DocumentsCast()
        let credential = try await certificate(&cast)
        #expect(try await failures(credential, cast, role: .Verifier) == [.certificateRole])
        #expect(try await failures(credential, cast, provider: "did:omn:verifier") == [.certificate])
        cast.statuses.table["cert"]?.status = .REVOKED
        #expect(try await failures(credential, cast) == [.credentialStatus])
        cast.statuses.table["cert"] = nil
        #expect(try await failures(credential, cast) == [.credentialStatus])
        let selfMade = try await ProviderCertificate.draft(
            id: "own", provider: cast.issuer.id, name: "x", role: .Issuer, issuer: .init(id: cast.issuer.id),
            schemaID: DocumentsCast.certificateSchemaID, evidence: DocumentsCast.evidence()
        ).issued(by: cast.request(cast.issuerKey, "assert", of: cast.issuer))
        cast.statuses.table["own"] = CredentialStanding(status: .ACTIVE, issuer: cast.issuer.id)
        #expect(try await failures(selfMade, cast) == [.issuer])
    }

    @Test("a certificate needs the signature of the whole, and no signatures of its claims")
    func signatures() async throws {
        var cast = try DocumentsCast()
        var credential = try await certificate(&cast)
        for list in [nil, []] as [[String]?] {
            credential.proof.proofValueList = list
            #expect(try await failures(credential, cast).isEmpty)
        }
        credential.credentialSubject.id = "did:omn:verifier"
        #expect(try await failures(credential, cast, provider: "did:omn:verifier").contains(.signature))
        var claimsOnly = try await certificate(&cast)
        claimsOnly.proof.proofValue = nil
        #expect(try await failures(claimsOnly, cast) == [.missingSignature])
    }

    @Test("an unknown or missing role is a fault of the role, and a missing name is not")
    func unreadableRole() async throws {
        var cast = try DocumentsCast()
        let credential = try await certificate(&cast)
        func codes(_ change: (inout VerifiableCredential) -> Void) async throws -> [VerificationFailure.Code] {
            var changed = credential
            change(&changed)
            return try await failures(changed, cast)
        }
        let unknown = try await codes { $0.credentialSubject.claims[1].value = "King" }
        #expect(unknown.contains(.certificateRole) && !unknown.contains(.certificate))
        let missing = try await codes { $0.credentialSubject.claims.removeLast() }
        #expect(missing.contains(.certificateRole) && !missing.contains(.certificate))
        let nameless = try await codes { $0.credentialSubject.claims.removeFirst() }
        #expect(nameless.contains(.certificate) && !nameless.contains(.certificateRole))
    }

    @Test("a clock that is ahead, and an inactive trust agent, are accepted if the caller says so")
    func lenient() async throws {
        var cast = try DocumentsCast()
        cast.statuses.table["cert"] = CredentialStanding(status: .ACTIVE, issuer: cast.tas.id)
        let ahead = ProofRequest(
            signer: cast.tasKey, keyID: "assert", of: cast.tas, purpose: .assertionMethod,
            created: DocumentsCast.now.advanced(by: .seconds(32_400)))
        let credential = try await ProviderCertificate.draft(
            id: "cert", provider: cast.issuer.id, name: "x", role: .Issuer, issuer: .init(id: cast.tas.id),
            schemaID: DocumentsCast.certificateSchemaID, evidence: DocumentsCast.evidence(cast.tas.id)
        ).issued(by: ahead)
        func codes(signerStatus: DIDStatusRule = .activeOnly, earlyBy: Duration = .zero) async throws
            -> [VerificationFailure
            .Code]
        {
            let policy = VerificationPolicy.certificate(
                of: cast.issuer.id, role: .Issuer, issuers: [cast.tas.id], statuses: cast.statuses,
                signerStatus: signerStatus, earlyBy: earlyBy)
            return try await policy.verify(credential, at: DocumentsCast.now, resolver: cast.registry).failures.map(
                \.code)
        }
        #expect(try await codes() == [.notYetValid])
        #expect(try await codes(earlyBy: .seconds(32_400)).isEmpty)
        try cast.registry.records[cast.tas.id]?.setStatus(.deactivated, at: DocumentsCast.now)
        #expect(try await codes(earlyBy: .seconds(32_400)) == [.signerStatus])
        #expect(try await codes(signerStatus: .restoring, earlyBy: .seconds(32_400)).isEmpty)
    }

    @Test("a trust agent without a key named assert in its document cannot certify")
    func missingKey() async throws {
        var cast = try DocumentsCast()
        let credential = try await certificate(&cast)
        let keyless = try DIDDocument(
            did: DID(cast.tas.id), controller: cast.tas.id, keys: [DIDKeyEntry(.auth, cast.tasKey.verificationKey)],
            created: DocumentsCast.now)
        cast.registry.records[cast.tas.id] = try DIDRecord(registering: keyless)
        #expect(try await failures(credential, cast) == [.missingKey])
    }

    @Test("a pinned key of the trust agent counts, whatever the registry says")
    func pinned() async throws {
        var cast = try DocumentsCast()
        let credential = try await certificate(&cast)
        func failures(pinned: Set<VerificationKey>) async throws -> [VerificationFailure.Code] {
            let policy = VerificationPolicy.certificate(
                of: cast.issuer.id, role: .Issuer, issuers: [cast.tas.id], statuses: cast.statuses, pinned: pinned)
            return try await policy.verify(credential, at: DocumentsCast.now, resolver: cast.registry).failures.map(
                \.code)
        }
        #expect(try await failures(pinned: [cast.pin.verificationKey, cast.tasKey.verificationKey]).isEmpty)
        #expect(try await failures(pinned: [cast.pin.verificationKey]) == [.signer])
        #expect(try await failures(pinned: []) == [.signer])
        cast.registry.records[cast.tas.id] = nil
        #expect(try await failures(pinned: [cast.tasKey.verificationKey]).contains(.signer))
    }

    @Test("a credential that is not a certificate, or has a claim twice or not at all, is refused")
    func malformed() async throws {
        var cast = try DocumentsCast()
        let credential = try await certificate(&cast)
        func code(_ change: (inout VerifiableCredential) -> Void) -> DataModelError.Code? {
            var changed = credential
            change(&changed)
            return #expect(throws: DataModelError.self) { try ProviderCertificate(changed) }?.code
        }
        #expect(code { $0.type = ["VerifiableCredential"] } == .invalidValue)
        #expect(code { $0.credentialSubject.claims.removeLast() } == .missing)
        #expect(code { $0.credentialSubject.claims.append($0.credentialSubject.claims[1]) } == .duplicate)
        #expect(code { $0.credentialSubject.claims[1].value = "King" } == .invalidValue)
        #expect(try await failures(try await cast.credential(), cast).contains(.certificate))
    }
}
