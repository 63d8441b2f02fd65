import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import Testing

@Suite("Checking presentations")
struct PresentationPolicyTests {
    private typealias Wanted = VerifyProfile.Profile.ProfileFilter.CredentialSchema
    private let schema = DocumentsCast.schemaID
    private let otherSchema = "http://127.0.0.1:8091/issuer/api/v1/vc/vcschema?name=other"

    private func answer(
        _ profile: VerifyProfile, _ credentials: [(VerifiableCredential, ClaimSelection)], _ cast: DocumentsCast,
        keys: [String] = ["pin"]
    ) async throws -> VerifiablePresentation {
        try await cast.answer(profile, credentials, keys: keys)
    }

    private func failures(
        _ presentation: VerifiablePresentation, _ profile: VerifyProfile, _ cast: DocumentsCast,
        at now: UTCInstant = DocumentsCast.now,
        earlyBy: Duration = .zero
    ) async throws -> Set<VerificationFailure.Code> {
        try await cast.failures(presentation, profile, at: now, earlyBy: earlyBy)
    }

    @Test("two partly shown credentials of two issuers are accepted", arguments: [false, true])
    func accepted(secp256k1: Bool) async throws {
        var cast = try DocumentsCast(secp256k1: secp256k1)
        let first = try await cast.credential(id: "1")
        let second = try await cast.credential(id: "2", other: true, schema: otherSchema)
        let profile = cast.profile([
            Wanted(id: schema, requiredClaims: [first.claimCodes[1]], allowedIssuers: [cast.issuer.id]),
            Wanted(id: otherSchema, requiredClaims: [second.claimCodes[0], second.claimCodes[3]]),
        ])
        var draft = PresentationDraft(
            id: "vp", holder: cast.holder.id, verifierNonce: profile.profile.process.verifierNonce,
            now: DocumentsCast.now)
        try draft.add(for: profile.profile.filter, from: [second, first])
        let presentation = try await draft.signed(by: [cast.request(cast.pin, "pin", of: cast.holder)])
        #expect(presentation.verifiableCredential.map(\.claimCodes.count) == [1, 2])
        #expect(try await failures(presentation, profile, cast).isEmpty)
    }

    static let authentications: [(VerifyAuthType?, [String], Bool)] = [
        (nil, ["pin"], true), ([], ["bio"], true), (.free, ["pin"], true), (.pin, ["pin"], true),
        (.pin, ["bio"], false),
        (.bio, ["bio"], true), (.bio, ["pin"], false), ([.pin, .bio], ["pin"], true), ([.pin, .bio], ["bio"], true),
        ([.and, .pin, .bio], ["pin"], false), ([.and, .pin, .bio], ["pin", "bio"], true),
    ]

    @Test("the holder has to unlock the keys in the profile's way", arguments: authentications)
    func authentication(_ asked: VerifyAuthType?, _ keys: [String], _ fits: Bool) async throws {
        var cast = try DocumentsCast()
        let profile = cast.profile([Wanted(id: schema)], authType: asked)
        let presentation = try await answer(profile, [(try await cast.credential(), .all)], cast, keys: keys)
        #expect(try await failures(presentation, profile, cast) == (fits ? [] : [.authentication]))
    }

    @Test("the DID document decides the kind of a key, not the key's name")
    func keyKind() async throws {
        var cast = try DocumentsCast()
        let profile = cast.profile([Wanted(id: schema)], authType: .pin)
        let presentation = try await answer(profile, [(try await cast.credential(), .all)], cast, keys: ["pin"])
        var document = cast.holder
        document.verificationMethod[1].authType = .free
        cast.registry.records[document.id] = try DIDRecord(registering: document)
        #expect(try await failures(presentation, profile, cast) == [.authentication])
    }

    @Test("a nonce is compared by its bytes, in any encoding")
    func nonce() async throws {
        var cast = try DocumentsCast()
        let credential = try await cast.credential()
        let profile = cast.profile([Wanted(id: schema)])
        var same = profile
        let bytes = try Multibase.decode(profile.profile.process.verifierNonce).bytes
        same.profile.process.verifierNonce = Multibase.encode(bytes, as: .base16upper)
        #expect(try await failures(answer(same, [(credential, .all)], cast), profile, cast).isEmpty)
        let other = cast.profile([Wanted(id: schema)])
        #expect(try await failures(answer(other, [(credential, .all)], cast), profile, cast) == [.nonce])
    }

    @Test("a credential that is inactive or unknown is refused", arguments: [VCStatusEnum.INACTIVE, .REVOKED, nil])
    func status(_ status: VCStatusEnum?) async throws {
        var cast = try DocumentsCast()
        let credential = try await cast.credential()
        let profile = cast.profile([Wanted(id: schema)])
        cast.statuses.table[credential.id] = status.map { CredentialStanding(status: $0, issuer: cast.issuer.id) }
        #expect(try await failures(answer(profile, [(credential, .all)], cast), profile, cast) == [.credentialStatus])
    }

    @Test("the presentation and its credentials have to be valid, and an issuer's fast clock can be tolerated")
    func time() async throws {
        var cast = try DocumentsCast()
        let credential = try await cast.credential()
        let profile = cast.profile([Wanted(id: schema)])
        let presentation = try await answer(profile, [(credential, .all)], cast)
        #expect(
            try await failures(presentation, profile, cast, at: DocumentsCast.now.advanced(by: .seconds(5000))).isEmpty)
        #expect(
            try await failures(presentation, profile, cast, at: DocumentsCast.now.advanced(by: .seconds(5001))) == [
                .expired
            ])
        var ahead = credential
        ahead.validFrom = DocumentsCast.now.advanced(by: .seconds(32_400)).text
        ahead = try await ahead.signed(by: cast.request(cast.issuerKey, "assert", of: cast.issuer))
        let early = try await answer(profile, [(ahead, .all)], cast)
        #expect(try await failures(early, profile, cast) == [.notYetValid])
        #expect(try await failures(early, profile, cast, earlyBy: .seconds(32_400)).isEmpty)
    }

    @Test("a holder's clock may be one minute ahead")
    func clockSkew() async throws {
        var cast = try DocumentsCast()
        let profile = cast.profile([Wanted(id: schema)])
        let presentation = try await answer(profile, [(try await cast.credential(), .all)], cast)
        #expect(
            try await failures(
                presentation, profile, cast, at: DocumentsCast.now.advanced(by: .seconds(-60)), earlyBy: .seconds(100)
            )
            .isEmpty)
        #expect(
            try await failures(
                presentation, profile, cast, at: DocumentsCast.now.advanced(by: .seconds(-61)), earlyBy: .seconds(100))
                == [.notYetValid])
    }

    @Test("a key that the holder replaced or removed cannot present, and an older version with the same key can")
    func rotation() async throws {
        var cast = try DocumentsCast()
        let profile = cast.profile([Wanted(id: schema)])
        let presentation = try await answer(profile, [(try await cast.credential(), .all)], cast)
        func outcome(_ change: (inout DIDDocumentEdit) throws -> Void) async throws -> Set<VerificationFailure.Code> {
            var edit = DIDDocumentEdit(cast.holder)
            try change(&edit)
            var changed = cast
            try changed.registry.records[cast.holder.id]?.update(to: edit.nextVersion(at: DocumentsCast.now))
            return try await failures(presentation, profile, changed)
        }
        #expect(try await outcome { try $0.removeKey(named: "bio") }.isEmpty)
        #expect(try await outcome { try $0.removeKey(named: "pin") } == [.missingKey])
        #expect(try await outcome { try $0.replace(DIDKeyEntry(.pin, cast.tasKey.verificationKey)) } == [.missingKey])
    }

    @Test("a holder or issuer that is not active is refused")
    func signers() async throws {
        var cast = try DocumentsCast()
        let profile = cast.profile([Wanted(id: schema)])
        let presentation = try await answer(profile, [(try await cast.credential(), .all)], cast)
        for did in [cast.holder.id, cast.issuer.id] {
            var changed = cast
            try changed.registry.records[did]?.setStatus(.deactivated, at: DocumentsCast.now)
            #expect(try await failures(presentation, profile, changed) == [.signerStatus])
            changed.registry.records[did] = nil
            #expect(try await failures(presentation, profile, changed).contains(.unresolved))
        }
    }

    @Test("a presentation with another holder's credential, a repeated credential, none, or a missing proof is refused")
    func assembly() async throws {
        var cast = try DocumentsCast()
        let credential = try await cast.credential()
        let stranger = try DocumentsCast(seed: 99)
        let profile = cast.profile([Wanted(id: schema)])
        let presentation = try await answer(profile, [(credential, .all)], cast)
        func resigned(_ change: (inout VerifiablePresentation) -> Void) async throws -> VerifiablePresentation {
            var changed = presentation
            change(&changed)
            return try await changed.signed(by: [cast.request(cast.pin, "pin", of: cast.holder)])
        }
        #expect(
            try await failures(resigned { $0.verifiableCredential.append(credential) }, profile, cast).contains(
                .credentials))
        #expect(try await failures(resigned { $0.verifiableCredential = [] }, profile, cast).contains(.credentials))
        var stolen = presentation
        stolen.holder = stranger.holder.id
        cast.registry.records[stranger.holder.id] = try DIDRecord(registering: stranger.holder)
        stolen = try await stolen.signed(by: [stranger.request(stranger.pin, "pin", of: stranger.holder)])
        #expect(try await failures(stolen, profile, cast).contains(.holder))
        var bare = presentation
        bare.setProofs([])
        #expect(try await failures(bare, profile, cast).contains(.missingProof))
    }

    @Test("a credential with members of a newer version passes wallet and verifier unchanged")
    func newerVersion() async throws {
        var cast = try DocumentsCast()
        var credential = try await cast.credential()
        credential.unknownMembers.members["termsOfUse"] = [["type": "x"]]
        credential.credentialSubject.claims[1].hideValue = false
        credential.credentialSubject.claims[1].location = .inline
        credential = try await credential.signed(by: cast.request(cast.issuerKey, "assert", of: cast.issuer))
        let stored = try VerifiableCredential(jsonBytes: try credential.canonicalBytes())
        let profile = cast.profile([Wanted(id: schema)])
        let presentation = try await answer(profile, [(stored, .codes([stored.claimCodes[1]]))], cast)
        let bytes = Array(try presentation.toJson(isPretty: true).utf8)
        let policy = VerificationPolicy.presentation(answering: profile, statuses: cast.statuses)
        let report = await policy.verify(try SignedDocument(bytes), at: DocumentsCast.now, resolver: cast.registry)
        #expect(report.isValid, "\(report.failures)")
        #expect(presentation.verifiableCredential[0].unknownMembers == credential.unknownMembers)
    }

    @Test("the verifier's own list of issuers and expected holder count beside the profile's")
    func ownLists() async throws {
        var cast = try DocumentsCast()
        let profile = cast.profile([Wanted(id: schema)])
        let presentation = try await answer(profile, [(try await cast.credential(), .all)], cast)
        func outcome(issuers: Set<String>?, holder: String?) async throws -> Set<VerificationFailure.Code> {
            let policy = VerificationPolicy.presentation(
                answering: profile, statuses: cast.statuses, issuers: issuers, holder: holder)
            return Set(
                try await policy.verify(presentation, at: DocumentsCast.now, resolver: cast.registry).failures.map(
                    \.code))
        }
        #expect(try await outcome(issuers: [cast.issuer.id], holder: cast.holder.id).isEmpty)
        #expect(try await outcome(issuers: [cast.otherIssuer.id], holder: nil) == [.issuer])
        #expect(try await outcome(issuers: nil, holder: "did:omn:someone") == [.signer])
    }

    @Test("changing a character anywhere makes the presentation invalid", arguments: 1...6 as ClosedRange<UInt64>)
    func mutations(seed: UInt64) async throws {
        var cast = try DocumentsCast(seed: seed)
        let credential = try await cast.credential(claims: 3)
        let profile = cast.profile([Wanted(id: schema)])
        let bytes = try await answer(profile, [(credential, .codes([credential.claimCodes[1]]))], cast).canonicalBytes()
        let policy = VerificationPolicy.presentation(answering: profile, statuses: cast.statuses)
        let original = try SignedDocument(bytes)
        #expect(await policy.verify(original, at: DocumentsCast.now, resolver: cast.registry).isValid)
        for _ in 0..<25 {
            var changed = bytes
            let index = Int.random(in: 0..<changed.count, using: &cast.random)
            let byte = UInt8.random(in: 0x21...0x7E, using: &cast.random)
            guard changed[index] != byte else { continue }
            changed[index] = byte
            guard let document = try? SignedDocument(changed) else { continue }
            let report = await policy.verify(document, at: DocumentsCast.now, resolver: cast.registry)
            #expect(!report.isValid || Self.saysTheSame(document, original), "byte \(index)")
        }
    }

    /// A signature text in another letter case, or with other unused bits at its end, is the same signature.
    private static func saysTheSame(_ document: SignedDocument, _ other: SignedDocument) -> Bool {
        func normalized(_ document: SignedDocument) throws -> VerifiablePresentation {
            var presentation = try VerifiablePresentation(jsonBytes: document.bytes)
            func hex(_ text: String) throws -> String {
                Multibase.encode(try Multibase.decode(text).bytes, as: .base16)
            }
            presentation.setProofs(
                try presentation.allProofs.map { proof in
                    var proof = proof
                    proof.proofValue = try proof.proofValue.map(hex)
                    return proof
                })
            for index in presentation.verifiableCredential.indices {
                let list = presentation.verifiableCredential[index].proof.proofValueList
                presentation.verifiableCredential[index].proof.proofValueList = try list?.map(hex)
            }
            presentation.verifierNonce = try hex(presentation.verifierNonce)
            return presentation
        }
        guard let one = try? normalized(document), let two = try? normalized(other) else { return false }
        return one == two
    }
}
