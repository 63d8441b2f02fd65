import HeraldKeys
import OpenDID_DataModel
import Testing

@Suite("Creating presentations")
struct PresentationDraftTests {
    private typealias Wanted = VerifyProfile.Profile.ProfileFilter.CredentialSchema
    private let nonce = "mAAECAwQFBgcICQoLDA0ODw=="

    private func draft(_ cast: DocumentsCast) -> PresentationDraft {
        PresentationDraft(id: "vp", holder: cast.holder.id, verifierNonce: nonce, now: DocumentsCast.now)
    }

    @Test("a presentation is valid for 5,000 seconds and repeats the nonce as it was written")
    func members() async throws {
        var cast = try DocumentsCast()
        var draft = PresentationDraft(
            id: "vp", holder: cast.holder.id, verifierNonce: nonce,
            now: UTCInstant(seconds: 100, nanoseconds: 999_999_999))
        try draft.add(try await cast.credential(), showing: .all)
        let presentation = draft.unsigned
        #expect(presentation.verifierNonce == nonce && presentation.type == ["VerifiablePresentation"])
        #expect(
            presentation.$validFrom == UTCInstant(seconds: 100) && presentation.$validUntil == UTCInstant(seconds: 5100)
        )
        #expect(presentation.allProofs.isEmpty && presentation.validationErrors().isEmpty)
        let short = PresentationDraft(
            id: "vp", holder: "did:omn:x", verifierNonce: nonce, now: DocumentsCast.now, lifetime: .seconds(-5))
        #expect(short.validity.from == short.validity.until)
    }

    @Test("one key makes one proof, two keys make a list")
    func proofs() async throws {
        var cast = try DocumentsCast()
        var draft = draft(cast)
        try draft.add(try await cast.credential(), showing: .all)
        let one = try await draft.signed(by: [cast.request(cast.pin, "pin", of: cast.holder)])
        #expect(one.proof != nil && one.proofs == nil)
        let two = try await draft.signed(by: [
            cast.request(cast.pin, "pin", of: cast.holder), cast.request(cast.bio, "bio", of: cast.holder),
        ])
        #expect(two.proof == nil && two.proofs?.count == 2)
    }

    @Test("a credential is added once, and only if it is about the holder")
    func refused() async throws {
        var cast = try DocumentsCast()
        var draft = draft(cast)
        let credential = try await cast.credential()
        try draft.add(credential, showing: .all)
        let twice = #expect(throws: DataModelError.self) { try draft.add(credential, showing: .all) }
        #expect(twice?.code == .duplicate)
        var foreign = credential
        foreign.id = "other"
        foreign.credentialSubject.id = "did:omn:someone"
        let other = #expect(throws: DataModelError.self) { try draft.add(foreign, showing: .all) }
        #expect(other?.code == .did && other?.field == "verifiableCredential[1].credentialSubject.id")
        #expect(draft.credentials.count == 1)
    }

    @Test("a presentation is signed by the holder, for assertion, and needs a credential and keys")
    func signing() async throws {
        var cast = try DocumentsCast()
        var draft = draft(cast)
        let request = cast.request(cast.pin, "pin", of: cast.holder)
        await #expect(throws: DataModelError.self) { try await draft.signed(by: [request]) }
        try draft.add(try await cast.credential(), showing: .all)
        await #expect(throws: VerificationFailure.self) { try await draft.signed(by: []) }
        await #expect(throws: DataModelError.self) {
            try await draft.signed(by: [cast.request(cast.issuerKey, "assert", of: cast.issuer)])
        }
        var wrong = request
        wrong.purpose = .authentication
        await #expect(throws: DataModelError.self) { try await draft.signed(by: [wrong]) }
        draft.verifierNonce = "m00"
        await #expect(throws: DataModelError.self) { try await draft.signed(by: [request]) }
    }

    @Test("a profile is answered with a credential of its schema, issuer and claims")
    func answering() async throws {
        var cast = try DocumentsCast()
        let issuers = try await cast.credential(id: "1")
        let others = try await cast.credential(id: "2", other: true)
        let wallet = [issuers, others]
        func answer(_ wanted: Wanted, extra: Set<String> = []) throws -> VerifiableCredential? {
            var draft = draft(cast)
            try draft.add(for: .init(credentialSchemas: [wanted]), from: wallet, extra: extra)
            return draft.credentials.first
        }
        let schema = DocumentsCast.schemaID
        let codes = issuers.claimCodes
        #expect(try answer(.init(id: schema, presentAll: true)) == issuers)
        #expect(try answer(.init(id: schema, presentAll: true, allowedIssuers: [cast.otherIssuer.id])) == others)
        let some = try answer(
            .init(id: schema, requiredClaims: [codes[2]]), extra: [codes[0], "org.example.v1.unknown"])
        #expect(some?.claimCodes == [codes[0], codes[2]])
        // A profile without required claims still has something to show.
        #expect(try answer(Wanted(id: schema))?.claimCodes == [codes[0]])
        #expect(try answer(Wanted(id: schema, displayClaims: [codes[1], "x"]))?.claimCodes == [codes[1]])
        #expect(try answer(Wanted(id: schema), extra: [codes[2]])?.claimCodes == [codes[2]])
        for impossible in [
            Wanted(id: "http://other", presentAll: true), Wanted(id: schema, requiredClaims: ["x"]),
            Wanted(id: schema, requiredClaims: codes, allowedIssuers: []),
        ] {
            let error = #expect(throws: DataModelError.self) { try answer(impossible) }
            #expect(error?.code == .missing)
        }
    }

    @Test("a credential that answers two entries of a profile is shown once, with the claims of both")
    func twoEntries() async throws {
        var cast = try DocumentsCast()
        let credential = try await cast.credential()
        let codes = credential.claimCodes
        let (schema, wallet) = (DocumentsCast.schemaID, [credential])
        var part = draft(cast)
        try part.add(
            for: .init(credentialSchemas: [
                .init(id: schema, requiredClaims: [codes[2]]), .init(id: schema, requiredClaims: [codes[0]]),
            ]),
            from: wallet)
        #expect(part.credentials.map(\.claimCodes) == [[codes[0], codes[2]]])
        var whole = draft(cast)
        try whole.add(
            for: .init(credentialSchemas: [
                .init(id: schema, requiredClaims: [codes[2]]), .init(id: schema, presentAll: true),
            ]),
            from: wallet)
        #expect(whole.credentials == wallet)
        #expect(throws: DataModelError.self) {
            try part.add(for: .init(credentialSchemas: [.init(id: "http://other")]), from: wallet)
        }
        #expect(part.credentials.count == 1)
    }
}
