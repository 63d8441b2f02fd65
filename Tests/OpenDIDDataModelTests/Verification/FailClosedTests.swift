import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import Testing

@Suite("Verification fails closed (OpenDID sheet 2.5, 9)")
struct FailClosedTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: VerificationFailure.Code
        var edit: @Sendable (inout DIDDocument) -> Void = { _ in }
        var status: DIDStatus?
    }

    static let cases: [Case] = [
        Case(
            testDescription: "the key is not in the document", code: .missingKey,
            edit: { $0.verificationMethod.removeAll { $0.id == "pin" } }),
        Case(testDescription: "the document has no keys", code: .missingKey, edit: { $0.verificationMethod = [] }),
        Case(
            testDescription: "the name stands for two keys", code: .missingKey,
            edit: { $0.verificationMethod += $0.verificationMethod }),
        Case(
            testDescription: "the key is not listed for the purpose", code: .keyNotForPurpose,
            edit: { $0.authentication = ["bio"] }),
        Case(
            testDescription: "nothing is listed for the purpose", code: .keyNotForPurpose,
            edit: { $0.authentication = nil }),
        Case(
            testDescription: "the key is of another type than the proof", code: .typeMismatch,
            edit: { document in
                let other = Secp256k1PrivateKey().publicKey.compressed
                for index in document.verificationMethod.indices {
                    document.verificationMethod[index].type = .secp256k1VerificationKey2018
                    document.verificationMethod[index].publicKeyMultibase = Multibase.encode(other, as: .base64)
                }
            }),
        Case(
            testDescription: "the key is RSA", code: .unsupportedKey,
            edit: { document in
                for index in document.verificationMethod.indices {
                    document.verificationMethod[index].type = .rsaVerificationKey2018
                }
            }),
        Case(
            testDescription: "the key is no multibase", code: .malformedKey,
            edit: { document in
                for index in document.verificationMethod.indices {
                    document.verificationMethod[index].publicKeyMultibase = "q"
                }
            }),
        Case(
            testDescription: "the key is no point", code: .malformedKey,
            edit: { document in
                for index in document.verificationMethod.indices {
                    document.verificationMethod[index].publicKeyMultibase = "f02" + String(repeating: "f", count: 64)
                }
            }),
        Case(
            testDescription: "the key is another one", code: .signature,
            edit: { document in
                for index in document.verificationMethod.indices {
                    document.verificationMethod[index].publicKeyMultibase =
                        document.verificationMethod.first { $0.id == "bio" }?.publicKeyMultibase ?? ""
                }
            }),
        Case(testDescription: "the document says that it is off", code: .signerStatus, edit: { $0.deactivated = true }),
        Case(testDescription: "the DID is deactivated", code: .signerStatus, status: .deactivated),
        Case(testDescription: "the DID is revoked", code: .signerStatus, status: .revoked),
        Case(testDescription: "the DID is terminated", code: .signerStatus, status: .terminated),
    ]

    private func signed(_ cast: Cast) async throws -> DIDAuth {
        try await Samples(cast: cast).didAuth.signed(by: cast.holder.request("pin", .authentication))
    }

    @Test("a missing, inactive or wrong document of the signer is refused", arguments: cases)
    func document(of test: Case) async throws {
        let cast = try Cast()
        let registry = cast.registry.changing(cast.holder.did, status: test.status, test.edit)
        let report = try await VerificationPolicy.standard(for: .didAuth).verify(
            signed(cast), at: Cast.now, resolver: registry)
        #expect(!report.isValid && report.codes == [test.code])
    }

    @Test("a resolver's answer with another DID's document or another version is not used")
    func liar() async throws {
        struct Liar: DIDResolver {
            let answer: ResolvedDID
            func resolve(_ did: String, versionId: String?) -> ResolvedDID? { answer }
        }
        let cast = try Cast()
        var other = cast.holder.document
        other.id = "did:omn:somebody"
        var newer = cast.holder.document
        newer.versionId = "2"
        for document in [other, newer] {
            let liar = Liar(answer: ResolvedDID(document: document, status: .activated))
            let report = try await VerificationPolicy.standard(for: .didAuth).verify(
                signed(cast), at: Cast.now, resolver: liar)
            #expect(report.codes == [.unresolved])
        }
    }

    @Test("versions are distinguished, and a key URL without a version means the newest document")
    func versions() async throws {
        let cast = try Cast()
        var newer = cast.holder.document
        newer.versionId = "10"
        newer.verificationMethod.removeAll { $0.id == "pin" }
        var registry = cast.registry
        registry.entries.append(ResolvedDID(document: newer, status: .activated))
        let policy = VerificationPolicy.standard(for: .didAuth)
        // Under the version that the URL names the signature holds; a message asks for more.
        #expect(try await VerificationPolicy(rules: []).verify(signed(cast), at: Cast.now, resolver: registry).isValid)
        #expect(try await policy.verify(signed(cast), at: Cast.now, resolver: registry).codes == [.missingKey])
        var request = try cast.holder.request("pin", .authentication)
        request.verificationMethod = "did:omn:holder#pin"
        let unversioned = try await Samples(cast: cast).didAuth.signed(by: request)
        #expect(try await policy.verify(unversioned, at: Cast.now, resolver: registry).codes == [.missingKey])
        #expect(try await policy.verify(unversioned, at: Cast.now, resolver: cast.registry).isValid)
    }

    @Test(
        "a proof that cannot be read is a failure with its place",
        arguments: [
            ("type", JSONValue.null), ("type", "Ed25519Signature2018"), ("type", 5), ("proofPurpose", "anything"),
            ("proofPurpose", .null),
            ("created", "yesterday"), ("created", .null), ("verificationMethod", "did:omn:holder"),
            ("verificationMethod", "nonsense#pin"),
            ("verificationMethod", "did:omn:holder?versionId=01#pin"), ("verificationMethod", "did:omn:holder?x=1#pin"),
            ("verificationMethod", .null),
        ])
    func malformed(name: String, value: JSONValue) async throws {
        let cast = try Cast()
        var tree = try JSONValue(parsing: await signed(cast).canonicalBytes())
        tree["proof"]?[name] = value
        let report = await VerificationPolicy.standard(for: .didAuth).verify(
            try SignedDocument(tree.serialized()), at: Cast.now, resolver: cast.registry)
        #expect(
            !report.isValid && report.codes.first == .malformedProof
                && Set(report.codes).isSubset(of: [.malformedProof, .malformedDocument]))
        #expect(report.failures.first?.place == "proof.\(name)")
    }

    @Test("claim signatures in the proof of another kind of document make its signature invalid")
    func claimSignatures() async throws {
        let cast = try Cast()
        var tree = try JSONValue(parsing: await signed(cast).canonicalBytes())
        tree["proof"]?["proofValueList"] = ["x"]
        let report = await VerificationPolicy.standard(for: .didAuth).verify(
            try SignedDocument(tree.serialized()), at: Cast.now, resolver: cast.registry)
        #expect(report.codes == [.signature])
    }

    @Test("no proof, an empty list, and both members at once are failures")
    func noProof() async throws {
        let cast = try Cast()
        let tree = try JSONValue(parsing: await signed(cast).canonicalBytes())
        let proof = try #require(tree["proof"])
        var none = tree, empty = tree, both = tree, listed = tree
        none["proof"] = nil
        (empty["proof"], empty["proofs"]) = (nil, [])
        both["proofs"] = [proof]
        (listed["proof"], listed["proofs"]) = (nil, [proof])
        for (changed, code) in [
            (none, VerificationFailure.Code.missingProof), (empty, .missingProof), (both, .ambiguousProof),
            (listed, .malformedProof),
        ] {
            let report = await VerificationPolicy.standard(for: .didAuth).verify(
                try SignedDocument(changed.serialized()), at: Cast.now, resolver: cast.registry)
            #expect(!report.isValid && report.codes.contains(code))
        }
    }

    @Test("a policy without rules still checks the signatures, and trusts nothing without a proof")
    func noRules() async throws {
        let cast = try Cast()
        let policy = VerificationPolicy(rules: [])
        let document = try await signed(cast)
        #expect(try await policy.verify(document, at: Cast.now, resolver: cast.registry).isValid)
        var changed = document
        changed.authNonce += "A"
        #expect(try await policy.verify(changed, at: Cast.now, resolver: cast.registry).codes == [.signature])
        changed.proof = nil
        #expect(try await policy.verify(changed, at: Cast.now, resolver: cast.registry).codes == [.missingProof])
        let nothing = try SignedDocument(Array("{}".utf8))
        #expect(await !policy.verify(nothing, at: Cast.now, resolver: cast.registry).isValid)
    }

    @Test("a long list of proofs is not verified")
    func manyProofs() async throws {
        let cast = try Cast()
        var presentation = try await Samples(cast: cast).presentation([]).signed(by: [cast.holder.request("pin")])
        let proof = try #require(presentation.proof)
        presentation.proof = nil
        presentation.proofs = Array(repeating: proof, count: VerificationPolicy.proofLimit)
        let policy = VerificationPolicy(rules: [])
        #expect(try await policy.verify(presentation, at: Cast.now, resolver: cast.registry).isValid)
        presentation.proofs?.append(proof)
        let report = try await policy.verify(presentation, at: Cast.now, resolver: cast.registry)
        #expect(report.codes == [.malformedProof] && report.proofs.count == VerificationPolicy.proofLimit)
    }

    @Test("the report lists every failure, not only the first")
    func everything() async throws {
        let cast = try Cast()
        var document = try await Samples(cast: cast).didAuth.signed(by: cast.device.request("assert"))
        document.authNonce = "mEAECAwQFBgcICQoLDA0ODw"
        let report = try await VerificationPolicy.standard(for: .didAuth).verify(
            document, at: Cast.now, resolver: cast.registry)
        #expect(Set(report.codes) == [.signature, .signer, .purpose, .keyName])
    }

    @Test("no failure repeats a signature or a value of the document")
    func silence() async throws {
        let cast = try Cast()
        var document = try await signed(cast)
        document.authNonce = "mSECRETSECRETSECRETSECR"
        let report = try await VerificationPolicy.standard(for: .didAuth, signer: "did:omn:x").verify(
            document, at: Cast.now, resolver: cast.registry)
        let text = report.failures.map(\.description).joined(separator: "\n")
        #expect(!text.isEmpty && !text.contains("SECRET") && !text.contains(document.proof?.proofValue ?? "-"))
    }
}
