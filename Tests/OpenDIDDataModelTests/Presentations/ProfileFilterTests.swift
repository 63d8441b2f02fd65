import HeraldJSON
import OpenDID_DataModel
import Testing

@Suite("Requests of a profile")
struct ProfileFilterTests {
    private typealias Wanted = VerifyProfile.Profile.ProfileFilter.CredentialSchema
    private let schema = DocumentsCast.schemaID
    private let otherSchema = "http://127.0.0.1:8091/issuer/api/v1/vc/vcschema?name=other"

    @Test("all claims count as shown only with the signature of the whole")
    func presentAll() async throws {
        var cast = try DocumentsCast()
        let credential = try await cast.credential()
        let profile = cast.profile([Wanted(id: schema, presentAll: true)])
        #expect(try await cast.failures(cast.answer(profile, [(credential, .all)]), profile).isEmpty)
        var stripped = credential
        stripped.proof.proofValue = nil
        #expect(try await cast.failures(cast.answer(profile, [(stripped, .all)]), profile) == [.missingSignature])
        let part = try await cast.answer(profile, [(credential, .codes([credential.claimCodes[0]]))])
        #expect(try await cast.failures(part, profile) == [.missingSignature])
    }

    /// The credential with one claim, and that claim's signature in the place of the whole: both have the same signed form.
    private func cut(_ credential: VerifiableCredential, to index: Int) throws -> VerifiableCredential {
        var cut = try credential.disclosing(.codes([credential.claimCodes[index]]))
        cut.proof.proofValue = cut.proof.proofValueList?.first
        return cut
    }

    @Test(
        "a credential that is reduced to one claim does not count as all claims, whatever the schema", arguments: 0..<4)
    func cutDown(index: Int) async throws {
        var cast = try DocumentsCast()
        let pretending = try cut(await cast.credential(), to: index)
        var optional = DocumentsCast.schema()
        for place in 0..<4 where place != index { optional.credentialSubject.claims[0].items[place].required = false }
        let profile = cast.profile([Wanted(id: schema, presentAll: true)])
        let presentation = try await cast.answer(profile, [(pretending, .all)])
        for schemas in [[], [DocumentsCast.schema()], [optional], [DocumentsCast.schema(claims: 1, id: otherSchema)]] {
            #expect(try await cast.failures(presentation, profile, schemas: schemas) == [.incompleteClaims])
        }
        let partly = cast.profile([Wanted(id: schema)])
        #expect(try await cast.failures(cast.answer(partly, [(pretending, .all)]), partly).isEmpty)
    }

    @Test("a credential of one claim counts as all claims only if a schema at hand has no others")
    func oneClaim() async throws {
        var cast = try DocumentsCast()
        let definition = DocumentsCast.schema(claims: 1)
        let credential = try await cast.credential(claims: 1)
        let bare = cast.profile([Wanted(id: schema, presentAll: true)])
        let presentation = try await cast.answer(bare, [(credential, .all)])
        #expect(try await cast.failures(presentation, bare) == [.incompleteClaims])
        #expect(try await cast.failures(presentation, bare, schemas: [definition]).isEmpty)
        let embedding = cast.profile([
            Wanted(id: schema, value: try MultibaseEnvelope.seal(definition), presentAll: true)
        ])
        #expect(try await cast.failures(cast.answer(embedding, [(credential, .all)]), embedding).isEmpty)
        let unreadable = cast.profile([Wanted(id: schema, value: "mAAA", presentAll: true)])
        #expect(
            try await cast.failures(cast.answer(unreadable, [(credential, .all)]), unreadable) == [.incompleteClaims])
        var image = definition
        image.credentialSubject.claims[0].items[0].type = .image
        #expect(try await cast.failures(presentation, bare, schemas: [image]) == [.incompleteClaims])
    }

    @Test("without a profile, only the schema reveals that a credential was reduced")
    func issued() async throws {
        var cast = try DocumentsCast()
        let pretending = try cut(await cast.credential(), to: 2)
        let policy = VerificationPolicy.standard(for: .credential)
        #expect(try await policy.verify(pretending, at: DocumentsCast.now, resolver: cast.registry).isValid)
        let complete = policy.adding([ClaimsSchemaRule(DocumentsCast.schema())])
        let report = try await complete.verify(pretending, at: DocumentsCast.now, resolver: cast.registry)
        #expect(Set(report.codes) == [.schema])
    }

    @Test("the schema, issuer and required claims have to be those of the profile")
    func filter() async throws {
        var cast = try DocumentsCast()
        let credential = try await cast.credential()
        let codes = credential.claimCodes
        func outcome(_ wanted: Wanted) async throws -> Set<VerificationFailure.Code> {
            let profile = cast.profile([wanted])
            return try await cast.failures(cast.answer(profile, [(credential, .codes([codes[0], codes[1]]))]), profile)
        }
        #expect(try await outcome(Wanted(id: schema)).isEmpty)
        #expect(try await outcome(Wanted(id: schema, requiredClaims: [codes[1], codes[0]])).isEmpty)
        #expect(try await outcome(Wanted(id: schema, requiredClaims: [codes[2]])) == [.missingClaim])
        #expect(try await outcome(Wanted(id: schema, allowedIssuers: ["did:omn:other"])) == [.issuer])
        #expect(try await outcome(Wanted(id: schema, allowedIssuers: [])) == [.issuer])
        #expect(try await outcome(Wanted(id: otherSchema)) == [.schema])
    }

    @Test(
        "each of several credentials must show every claim that an entry requests, and be from its issuer")
    func eachFits() async throws {
        var cast = try DocumentsCast()
        let first = try await cast.credential(id: "1")
        let second = try await cast.credential(id: "2", other: true)
        let codes = first.claimCodes
        let both = cast.profile([
            Wanted(id: schema, requiredClaims: [codes[0]], allowedIssuers: [cast.issuer.id, cast.otherIssuer.id])
        ])
        #expect(
            try await cast.failures(cast.answer(both, [(first, .codes([codes[0]])), (second, .all)]), both).isEmpty)
        #expect(
            try await cast.failures(cast.answer(both, [(first, .codes([codes[1]])), (second, .all)]), both) == [
                .missingClaim
            ])
        #expect(
            try await cast.failures(
                cast.answer(both, [(first, .codes([codes[1]])), (second, .codes([codes[2]]))]), both) == [.missingClaim]
        )
        let one = cast.profile([Wanted(id: schema, requiredClaims: [codes[0]], allowedIssuers: [cast.otherIssuer.id])])
        #expect(try await cast.failures(cast.answer(one, [(second, .all)]), one).isEmpty)
        #expect(try await cast.failures(cast.answer(one, [(first, .all), (second, .all)]), one) == [.issuer])
        #expect(try await cast.failures(cast.answer(one, [(second, .all), (first, .all)]), one) == [.issuer])
        #expect(try await cast.failures(cast.answer(one, [(first, .all)]), one) == [.issuer])
    }

    @Test("if all claims are requested, a second credential of the schema must not be reduced")
    func rider() async throws {
        var cast = try DocumentsCast()
        let whole = try await cast.credential(id: "1")
        let rider = try await cast.credential(id: "2")
        let all = cast.profile([Wanted(id: schema, presentAll: true)])
        #expect(try await cast.failures(cast.answer(all, [(whole, .all), (rider, .all)]), all).isEmpty)
        for order in [
            [(whole, ClaimSelection.all), (rider, .codes([rider.claimCodes[3]]))],
            [(rider, .codes([rider.claimCodes[3]])), (whole, .all)],
        ] {
            #expect(try await cast.failures(cast.answer(all, order), all) == [.missingSignature])
        }
        // An entry of its own makes it welcome.
        let two = cast.profile([
            Wanted(id: schema, presentAll: true), Wanted(id: schema, requiredClaims: [rider.claimCodes[3]]),
        ])
        #expect(
            try await cast.failures(cast.answer(two, [(whole, .all), (rider, .codes([rider.claimCodes[3]]))]), two)
                .isEmpty)
    }

    @Test("each of two entries for one schema has its own issuers")
    func twoEntries() async throws {
        var cast = try DocumentsCast()
        let first = try await cast.credential(id: "1")
        let second = try await cast.credential(id: "2", other: true)
        let profile = cast.profile([
            Wanted(id: schema, allowedIssuers: [cast.issuer.id]),
            Wanted(id: schema, allowedIssuers: [cast.otherIssuer.id]),
        ])
        #expect(try await cast.failures(cast.answer(profile, [(second, .all), (first, .all)]), profile).isEmpty)
        #expect(try await cast.failures(cast.answer(profile, [(first, .all)]), profile) == [.issuer])
    }

    @Test("a credential that was not requested is refused")
    func unasked() async throws {
        var cast = try DocumentsCast()
        let wanted = try await cast.credential(id: "1")
        let extra = try await cast.credential(id: "2", schema: otherSchema)
        let profile = cast.profile([Wanted(id: schema)])
        #expect(try await cast.failures(cast.answer(profile, [(wanted, .all), (extra, .all)]), profile) == [.schema])
        let nothing = cast.profile([])
        #expect(try await cast.failures(cast.answer(nothing, [(wanted, .all)]), nothing) == [.schema])
    }

    @Test("another issuer's registry entry does not count for a credential")
    func foreignEntry() async throws {
        var cast = try DocumentsCast()
        let credential = try await cast.credential(id: "1")
        let profile = cast.profile([Wanted(id: schema)])
        let presentation = try await cast.answer(profile, [(credential, .all)])
        #expect(try await cast.failures(presentation, profile).isEmpty)
        cast.statuses.table["1"]?.issuer = cast.otherIssuer.id
        #expect(try await cast.failures(presentation, profile) == [.credentialStatus])
    }
}
