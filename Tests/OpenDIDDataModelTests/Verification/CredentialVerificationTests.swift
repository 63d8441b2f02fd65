import HeraldJSON
import OpenDID_DataModel
import Testing

@Suite("Credentials and presentations (OpenDID sheet 2.2, 3.3, 3.4)")
struct CredentialVerificationTests {
    private func issued(_ cast: Cast, id: String = "vc-1", claims: Int = 3, holder: String? = nil) async throws
        -> VerifiableCredential
    {
        try await Samples(cast: cast).credential(id: id, claims: claims, holder: holder).signed(
            by: cast.issuer.request("assert"))
    }

    private func report(_ credential: VerifiableCredential, _ message: SignedMessage, _ cast: Cast) async throws
        -> VerificationReport
    {
        try await VerificationPolicy.standard(for: message).verify(credential, at: Cast.now, resolver: cast.registry)
    }

    @Test("every subset of claims is valid with its signatures, on either curve", arguments: [false, true])
    func subsets(secp256k1: Bool) async throws {
        let cast = try Cast(secp256k1: secp256k1)
        let credential = try await issued(cast)
        for claims in [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]] {
            #expect(
                try await report(Samples(cast: cast).presented(credential, claims: claims), .presentedCredential, cast)
                    .isValid)
        }
        #expect(try await report(credential, .presentedCredential, cast).isValid)
        #expect(try await report(credential, .credential, cast).isValid)
    }

    @Test("a reduced credential is not valid as an issued one, and has no signature of the whole")
    func reduced() async throws {
        let cast = try Cast()
        let credential = try await issued(cast)
        let reduced = Samples(cast: cast).presented(credential, claims: [0])
        #expect(try await report(reduced, .credential, cast).codes == [.missingSignature])
        let pretending = Samples(cast: cast).presented(credential, claims: [0], keepsWhole: true)
        #expect(try await report(pretending, .presentedCredential, cast).codes == [.signature])
    }

    @Test(
        "claims and their signatures belong together",
        arguments: SignedMessage.allCases.filter { [.credential, .presentedCredential].contains($0) })
    func mixed(message: SignedMessage) async throws {
        let cast = try Cast()
        let (one, two) = (try await issued(cast), try await issued(cast, id: "vc-2"))
        var swapped = one
        swapped.credentialSubject.claims[0] = two.credentialSubject.claims[0]
        swapped.proof.proofValueList?[0] = try #require(two.proof.proofValueList?.first)
        var exchanged = one
        exchanged.proof.proofValueList?.swapAt(0, 1)
        var fewer = one
        fewer.proof.proofValueList?.removeLast()
        var more = one
        more.proof.proofValueList?.append(try #require(one.proof.proofValueList?.first))
        var none = one
        none.proof.proofValueList = nil
        for var changed in [swapped, exchanged, fewer, more, none] {
            if message == .presentedCredential { changed.proof.proofValue = nil }
            #expect(try await !report(changed, message, cast).isValid)
        }
    }

    @Test(
        "a repeated claim is refused before any signature is checked",
        arguments: [
            SignedMessage.credential, .presentedCredential,
        ])
    func twice(message: SignedMessage) async throws {
        let cast = try Cast()
        let credential = try await issued(cast)
        for claims in [[0, 0], [0, 1, 0], [2, 1, 2]] {
            let doubled = Samples(cast: cast).presented(credential, claims: claims)
            var unsigned = doubled
            unsigned.proof.proofValueList = claims.map { _ in "nonsense" }
            for document in [doubled, unsigned] {
                let report = try await report(document, message, cast)
                #expect(Set(report.codes) == [.malformedDocument])
                #expect(report.failures.first?.place == "credentialSubject.claims[\(claims.count - 1)].code")
            }
        }
        var other = credential
        other.credentialSubject.claims[2].code = other.credentialSubject.claims[0].code
        let resigned = try await other.signed(by: cast.issuer.request("assert"))
        #expect(try await Set(report(resigned, message, cast).codes) == [.malformedDocument])
    }

    @Test("the schema decides the order of claims shown in part, and not their signatures")
    func order() async throws {
        let cast = try Cast()
        let turned = Samples(cast: cast).presented(try await issued(cast), claims: [2, 0])
        let policy = VerificationPolicy.standard(for: .presentedCredential)
        #expect(try await policy.verify(turned, at: Cast.now, resolver: cast.registry).isValid)
        let schema = DocumentsCast.schema(claims: 3, id: turned.credentialSchema.id)
        let ordered = policy.adding([ClaimsSchemaRule(schema, coverage: .presented)])
        #expect(try await ordered.verify(turned, at: Cast.now, resolver: cast.registry).codes == [.schema])
    }

    @Test(
        "with a signature of the whole, a malformed list is ignored in a presented credential and refused in an issued one"
    )
    func garbage() async throws {
        let cast = try Cast()
        var credential = try await issued(cast)
        credential.proof.proofValueList = ["", "zz", "q?"]
        #expect(try await report(credential, .presentedCredential, cast).isValid)
        #expect(try await report(credential, .credential, cast).codes == [.malformedSignature])
        credential.proof.proofValue = nil
        #expect(try await report(credential, .presentedCredential, cast).codes == [.malformedSignature])
    }

    @Test("members whose names look the same are all signed, in the whole and in each claim")
    func equivalentNames() async throws {
        let cast = try Cast()
        var credential = Samples(cast: cast).credential()
        credential.unknownMembers.members = ["\u{e9}": 1, "e\u{301}": 2]
        credential.credentialSubject.unknownMembers.members = ["\u{e9}": 3, "e\u{301}": 4]
        credential.credentialSubject.claims[0].unknownMembers.members = ["\u{e9}": 5, "e\u{301}": 6]
        credential = try await credential.signed(by: cast.issuer.request("assert"))
        #expect(try await report(credential, .credential, cast).isValid)
        let shown = Samples(cast: cast).presented(credential, claims: [0, 2])
        #expect(try await report(shown, .presentedCredential, cast).isValid)
        for name in ["\u{e9}", "e\u{301}"] {
            var changed = shown
            changed.unknownMembers.members[name] = 9
            #expect(try await report(changed, .presentedCredential, cast).codes == [.signature])
        }
    }

    @Test("a credential without claims is never valid, under any signature")
    func empty() async throws {
        let cast = try Cast()
        var credential = try await issued(cast, claims: 0)
        #expect(try await report(credential, .presentedCredential, cast).codes == [.malformedDocument])
        credential.proof.proofValue = nil
        #expect(try await report(credential, .presentedCredential, cast).codes == [.missingSignature])
        credential.proof.proofValueList = nil
        #expect(try await report(credential, .presentedCredential, cast).codes == [.missingSignature])
    }

    @Test("a credential with a list of proofs is refused")
    func listed() async throws {
        let cast = try Cast()
        var tree = try JSONValue(parsing: await issued(cast).canonicalBytes())
        tree["proofs"] = .array([try #require(tree["proof"])])
        tree["proof"] = nil
        let report = await VerificationPolicy.standard(for: .credential).verify(
            try SignedDocument(tree.serialized()), at: Cast.now, resolver: cast.registry)
        #expect(!report.isValid && Set(report.codes) == [.malformedProof, .malformedDocument])
    }

    private func presented(_ cast: Cast, _ credentials: [VerifiableCredential]) async throws -> VerificationReport {
        let presentation = try await Samples(cast: cast).presentation(credentials).signed(by: [
            cast.holder.request("pin")
        ])
        return try await VerificationPolicy.standard(for: .presentation).verify(
            presentation, at: Cast.now, resolver: cast.registry)
    }

    @Test("credentials of two issuers are valid in one presentation, each with its own issuer's document")
    func twoIssuers() async throws {
        let cast = try Cast()
        let own = try await issued(cast)
        let foreign = try await Samples(cast: cast).credential(id: "vc-2", issuer: cast.verifier).signed(
            by: cast.verifier.request("assert"))
        #expect(try await presented(cast, [own, foreign]).isValid)
        let forged = try await Samples(cast: cast).credential(id: "vc-3", issuer: cast.verifier).signed(
            by: cast.issuer.request("assert"))
        let report = try await presented(cast, [own, forged])
        #expect(
            report.failures.map(\.place) == ["verifiableCredential[1].proof.verificationMethod"]
                && report.codes == [.signer])
    }

    @Test("a presentation without credentials, with a repeated one, or with another holder's is refused")
    func wrongCredentials() async throws {
        let cast = try Cast()
        let own = try await issued(cast)
        #expect(try await Set(presented(cast, []).codes) == [.credentials, .malformedDocument])
        #expect(try await Set(presented(cast, [own, own]).codes) == [.credentials, .malformedDocument])
        #expect(try await presented(cast, Array(repeating: own, count: 101)).codes.contains(.credentials))
        #expect(
            try await presented(cast, [own, issued(cast, id: "vc-2", holder: "did:omn:somebody")]).codes.contains(
                .holder))
        var altered = own
        altered.credentialSubject.claims[0].value += " "
        #expect(try await Set(presented(cast, [altered]).codes) == [.signature])
    }

    @Test("a presentation without a proof is refused")
    func unsigned() async throws {
        let cast = try Cast()
        let bare = Samples(cast: cast).presentation([try await issued(cast)])
        let report = try await VerificationPolicy.standard(for: .presentation).verify(
            bare, at: Cast.now, resolver: cast.registry)
        #expect(!report.isValid && report.codes == [.missingProof])
    }
}
