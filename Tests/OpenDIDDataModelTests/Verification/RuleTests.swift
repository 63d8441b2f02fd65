import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import Testing

@Suite("Rules that callers combine")
struct RuleTests {
    private func credential(_ cast: Cast) async throws -> SignedDocument {
        try SignedDocument(await Samples(cast: cast).credential().signed(by: cast.issuer.request("assert")))
    }

    private func codes(
        _ rules: [any VerificationRule], _ document: SignedDocument, _ cast: Cast, at now: UTCInstant = Cast.now
    ) async -> [VerificationFailure.Code] {
        await VerificationPolicy(signature: SignatureRule(claims: .all), rules: rules).verify(
            document, at: now, resolver: cast.registry
        ).codes
    }

    @Test(
        "a period includes both ends, and an unreadable one is no period",
        arguments: [
            ("2026-01-01T00:00:00Z", [VerificationFailure.Code]()), ("2025-12-31T23:59:59.999Z", [.notYetValid]),
            ("2027-01-01T00:00:00Z", []),
            ("2027-01-01T00:00:00.000000001Z", [.expired]), ("2027-01-01T09:00:00+09:00", []),
        ])
    func window(now: String, expected: [VerificationFailure.Code]) async throws {
        let cast = try Cast()
        #expect(try await codes([TimeWindowRule.validity], credential(cast), cast, at: UTCInstant(now)) == expected)
    }

    @Test("a server's fast clock can be tolerated, and the end cannot be moved")
    func early() async throws {
        let cast = try Cast()
        let rule = TimeWindowRule(from: ["validFrom"], until: ["validUntil"], earlyBy: .seconds(32_400))
        #expect(try await codes([rule], credential(cast), cast, at: UTCInstant("2025-12-31T15:00:00Z")) == [])
        #expect(
            try await codes([rule], credential(cast), cast, at: UTCInstant("2025-12-31T14:59:59Z")) == [.notYetValid])
        #expect(try await codes([rule], credential(cast), cast, at: UTCInstant("2027-01-01T00:00:01Z")) == [.expired])
        let backwards = TimeWindowRule(from: ["validFrom"], until: ["validUntil"], earlyBy: .seconds(Int64.min))
        #expect(try await codes([backwards], credential(cast), cast) == [])
    }

    @Test(
        "a time that is absent or unreadable is a failure",
        arguments: [["nothing"], ["issuer"], ["issuer", "id"], []])
    func noWindow(path: [String]) async throws {
        let cast = try Cast()
        #expect(
            try await codes([TimeWindowRule(from: nil, until: path)], credential(cast), cast) == [.malformedDocument])
        #expect(
            try await codes([TimeWindowRule(from: path, until: ["validUntil"])], credential(cast), cast) == [
                .malformedDocument
            ])
    }

    @Test("a proof with a future time is accepted, because some servers print local time as UTC")
    func future() async throws {
        let cast = try Cast()
        var request = try cast.holder.request("pin", .authentication)
        request.created = Cast.now.advanced(by: .seconds(9 * 3600))
        let document = try await Samples(cast: cast).didAuth.signed(by: request)
        #expect(
            try await VerificationPolicy.standard(for: .didAuth).verify(document, at: Cast.now, resolver: cast.registry)
                .isValid)
    }

    @Test("the issuer has to be on the list")
    func issuer() async throws {
        let cast = try Cast()
        #expect(try await codes([IssuerRule(allowed: ["did:omn:issuer", "did:omn:x"])], credential(cast), cast) == [])
        for list in [[], ["did:omn:x"], ["did:omn:issuer "]] as [Set<String>] {
            #expect(try await codes([IssuerRule(allowed: list)], credential(cast), cast) == [.issuer])
        }
    }

    @Test(
        "only an active credential is valid; an unknown status and a silent registry are failures",
        arguments: [
            (VCStatusEnum?.some(.ACTIVE), true), (.some(.INACTIVE), false), (.some(.REVOKED), false), (nil, false),
        ])
    func status(status: VCStatusEnum?, holds: Bool) async throws {
        let cast = try Cast()
        var table = StatusTable(statuses: status.map { ["vc-1": $0] } ?? [:])
        #expect(
            try await codes([CredentialStatusRule(table)], credential(cast), cast) == (holds ? [] : [.credentialStatus])
        )
        table.issuers["vc-1"] = "did:omn:verifier"
        #expect(try await codes([CredentialStatusRule(table)], credential(cast), cast) == [.credentialStatus])
        table.isReachable = false
        #expect(try await codes([CredentialStatusRule(table)], credential(cast), cast) == [.credentialStatus])
    }

    @Test("the schema is compared completely")
    func schema() async throws {
        let cast = try Cast()
        #expect(try await codes([SchemaRule(id: "http://127.0.0.1/schema")], credential(cast), cast) == [])
        #expect(try await codes([SchemaRule(id: "http://127.0.0.1/schem")], credential(cast), cast) == [.schema])
    }

    @Test("a nonce is compared by its bytes, in whatever encoding it comes back")
    func nonce() async throws {
        let cast = try Cast()
        let document = try SignedDocument(
            await Samples(cast: cast).presentation([]).signed(by: [cast.holder.request("pin")]))
        let bytes = [UInt8](0..<16)
        for base in Multibase.Base.allCases {
            let rule = NonceRule(at: ["verifierNonce"], is: Multibase.encode(bytes, as: base))
            #expect(
                await VerificationPolicy(rules: [rule]).verify(document, at: Cast.now, resolver: cast.registry).isValid)
        }
        for (path, nonce) in [
            (["verifierNonce"], "f00"), (["verifierNonce"], "?"), (["id"], "mAAECAwQFBgcICQoLDA0ODw"),
            (["none"], "mAAECAwQFBgcICQoLDA0ODw"),
        ] {
            let rule = NonceRule(at: path, is: nonce)
            #expect(
                await VerificationPolicy(rules: [rule]).verify(document, at: Cast.now, resolver: cast.registry).codes
                    == [.nonce])
        }
    }

    @Test(
        "the DID document says how the holder authenticated, whatever the keys' names",
        arguments: [
            (0, ["pin"], true), (1, ["pin"], true), (2, ["pin"], true), (2, ["bio"], false), (4, ["bio"], true),
            (4, ["pin"], false), (6, ["bio"], true),
            (0x8006, ["pin"], false), (0x8006, ["pin", "bio"], true),
        ])
    func authentication(required: Int, keys: [String], holds: Bool) async throws {
        let cast = try Cast()
        let document = try SignedDocument(
            await Samples(cast: cast).presentation([]).signed(by: keys.map { try cast.holder.request($0) }))
        let policy = VerificationPolicy(rules: [AuthenticationRule(VerifyAuthType(rawValue: required))])
        #expect(await policy.verify(document, at: Cast.now, resolver: cast.registry).isValid == holds)
        let swapped = cast.registry.changing(cast.holder.did) { holder in
            for index in holder.verificationMethod.indices { holder.verificationMethod[index].authType = .free }
        }
        if required > 1 {
            #expect(await policy.verify(document, at: Cast.now, resolver: swapped).codes == [.authentication])
        }
    }

    @Test(
        "one key that is listed for PIN and for biometrics is one factor",
        arguments: [
            (0, true), (1, true), (2, true), (4, true), (6, true), (0x8002, true), (0x8004, true), (0x8006, false),
            (0x8007, false),
        ])
    func oneFactor(required: Int, holds: Bool) async throws {
        let cast = try Cast()
        let pin = try cast.holder.request("pin")
        let bio = ProofRequest(
            signer: pin.signer, keyID: "bio", of: cast.holder.document, purpose: .assertionMethod, created: Cast.signing
        )
        let document = try SignedDocument(await Samples(cast: cast).presentation([]).signed(by: [pin, bio]))
        let registry = cast.registry.changing(cast.holder.did) { holder in
            guard let key = holder.verificationMethod.first(where: { $0.id == "pin" }) else { return }
            // In another encoding it is the same key.
            let text = (try? Multibase.decode(key.publicKeyMultibase).bytes).map { Multibase.encode($0, as: .base16) }
            for index in holder.verificationMethod.indices where holder.verificationMethod[index].id == "bio" {
                holder.verificationMethod[index].publicKeyMultibase = text ?? ""
            }
        }
        let report = await VerificationPolicy(rules: [AuthenticationRule(VerifyAuthType(rawValue: required))])
            .verify(document, at: Cast.now, resolver: registry)
        #expect(report.codes == (holds ? [] : [.authentication]))
    }

    @Test("a restoration accepts a deactivated signer, and never a revoked one")
    func restoring() async throws {
        let cast = try Cast()
        let document = try await Samples(cast: cast).didAuth.signed(by: cast.holder.request("pin", .authentication))
        let policy = VerificationPolicy.standard(for: .didAuth, signerStatus: .restoring)
        #expect(
            try await policy.verify(
                document, at: Cast.now, resolver: cast.registry.changing(cast.holder.did, status: .deactivated)
            ).isValid)
        #expect(
            try await !policy.verify(
                document, at: Cast.now, resolver: cast.registry.changing(cast.holder.did, status: .revoked)
            ).isValid)
    }

    @Test("a signature from before the end of a DID counts only as evidence, and only if the end is known")
    func evidence() async throws {
        let cast = try Cast()
        let document = try await Samples(cast: cast).didAuth.signed(by: cast.holder.request("pin", .authentication))
        let policy = VerificationPolicy.standard(for: .didAuth, signerStatus: .nonRepudiation)
        for (end, holds) in [(nil, false), (Cast.now, true), (Cast.signing, false)] as [(UTCInstant?, Bool)] {
            let entry = ResolvedDID(document: cast.holder.document, status: .terminated, terminated: end)
            #expect(try await policy.verify(document, at: Cast.now, resolver: Registry([entry])).isValid == holds)
        }
    }

    @Test("the standard policies pass their data on to the embedded credentials")
    func passedOn() async throws {
        let cast = try Cast()
        let credential = try await Samples(cast: cast).credential().signed(by: cast.issuer.request("assert"))
        let presentation = try await Samples(cast: cast).presentation([credential]).signed(by: [
            cast.holder.request("pin")
        ])
        let off = cast.registry.changing(cast.issuer.did, status: .deactivated)
        let strict = VerificationPolicy.standard(for: .presentation)
        #expect(try await strict.verify(presentation, at: Cast.now, resolver: off).codes == [.signerStatus])
        let lenient = VerificationPolicy.standard(for: .presentation, signerStatus: .restoring)
        #expect(try await lenient.verify(presentation, at: Cast.now, resolver: off).isValid)
        let early = try UTCInstant("2025-12-31T23:00:00Z")
        let patient = VerificationPolicy.standard(for: .credential, earlyBy: .seconds(3_600))
        #expect(try await patient.verify(credential, at: early, resolver: cast.registry).isValid)
        #expect(
            try await VerificationPolicy.standard(for: .credential).verify(
                credential, at: early, resolver: cast.registry
            ).codes == [.notYetValid])
    }

    @Test(
        "an attestation to which the wallet provider added its DID is valid in the model's form, and the report says so"
    )
    func modelForm() async throws {
        let cast = try Cast()
        let signed = try await Samples(cast: cast).attestation.signed(by: cast.wallet.request("assert"))
        let plain = try await VerificationPolicy.standard(for: .attestedDIDDoc).verify(
            signed, at: Cast.now, resolver: cast.registry)
        #expect(plain.isValid && plain.proofs.map(\.form) == [.received])
        var tree = try JSONValue(parsing: signed.canonicalBytes())
        tree["did"] = "did:omn:wallet"
        let added = try SignedDocument(tree.serialized())
        let report = await VerificationPolicy.standard(for: .attestedDIDDoc).verify(
            added, at: Cast.now, resolver: cast.registry)
        #expect(report.isValid && report.proofs.map(\.form) == [.model])
        var strict = VerificationPolicy.standard(for: .attestedDIDDoc)
        strict.signature.modelForm = nil
        #expect(await strict.verify(added, at: Cast.now, resolver: cast.registry).codes == [.signature])
        for path in [
            ["walletId"], ["ownerDidDoc"], ["nonce"], ["extra"], ["provider", "name"], ["proof", "domain"],
            ["proof", "proofValueList"],
        ] {
            var changed = tree
            if path.count == 1 { changed[path[0]] = "x" } else { changed[path[0]]?[path[1]] = "x" }
            let report = await VerificationPolicy.standard(for: .attestedDIDDoc).verify(
                try SignedDocument(changed.serialized()), at: Cast.now, resolver: cast.registry)
            #expect(report.codes.contains(.signature))
        }
    }
}
