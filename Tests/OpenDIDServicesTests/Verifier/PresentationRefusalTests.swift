import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("Presentations that a verifier refuses")
struct PresentationRefusalTests {
    /// One verifier with a policy for each set of bits, for the tests that differ in nothing else.
    private static let authenticating = Task {
        let world = try await IssuanceWorld { configuration in
            configuration.verifier.policies = [0x0000, 0x0001, 0x0002, 0x0004, 0x0006, 0x8002, 0x8006, 0x0010].map {
                bits in
                VerifierPolicy(
                    device: "gate", service: "bits \(bits)", title: "Bits",
                    requirements: [
                        .init(schema: .name(TestSchemas.identity), requiredClaims: [TestSchemas.code("family_name")])
                    ],
                    authType: VerifyAuthType(rawValue: bits))
            }
        }
        let holder = try await world.holder()
        return (world, holder, try await IssuanceRun.issued(world, to: holder))
    }

    @Test("a revoked or inactive credential is refused, and an active one is accepted again")
    func status() async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        let credential = try await IssuanceRun.issued(world, to: holder)
        try await world.registry.apply([.setCredentialStatus(id: credential.id, .INACTIVE, at: world.now)])
        var run = try await PresentationRun.profiled(world, by: holder)
        #expect(try await run.present([credential]) == "SSRVVRF00801")
        try await world.registry.apply([.setCredentialStatus(id: credential.id, .ACTIVE, at: world.now)])
        #expect(try await run.present([credential]) == "200")
        try await world.registry.apply([.setCredentialStatus(id: credential.id, .REVOKED, at: world.now)])
        run = try await PresentationRun.profiled(world, by: holder)
        #expect(try await run.present([credential]) == "SSRVVRF00801")
        #expect(try await !run.result().result)
    }

    @Test("a credential of another holder is refused")
    func otherSubject() async throws {
        let world = try await IssuanceWorld()
        let (holder, other) = (try await world.holder(1), try await world.holder(2))
        let credential = try await IssuanceRun.issued(world, to: other)
        var run = try await PresentationRun.profiled(world, by: holder)
        // The draft refuses it too, so it is put together by hand.
        var presentation = try await other.presentation(for: run.profile, of: [credential], at: world.now)
        presentation.holder = holder.did
        presentation.proof = nil
        presentation = try await presentation.signed(by: [holder.request(.pin, for: .assertionMethod, at: world.now)])
        #expect(try await run.send(presentation) == "SSRVVRF00202")
    }

    @Test("a presentation is accepted only in its own holder's channel")
    func otherChannel() async throws {
        let world = try await IssuanceWorld()
        let (holder, other) = (try await world.holder(1), try await world.holder(2))
        let credential = try await IssuanceRun.issued(world, to: holder)
        var run = try await PresentationRun.profiled(world, by: holder)
        let presentation = try await holder.presentation(for: run.profile, of: [credential], at: world.now)
        let request = try await run.request(presentation, by: other)
        #expect(try await world.code(OpenDIDEndpoints.Verifier.requestVerify, request, as: .anybody) == "SSRVVRF00202")
    }

    @Test(
        "the holder's session request has to be proven",
        arguments: [
            ("none", "SSRVVRF00103"), ("iv", "SSRVVRF00103"), ("purpose", "SSRVVRF00403"), ("unknown", "SSRVVRF00103"),
            ("point", "SSRVVRF00701"),
            ("short", "SSRVVRF00701"), ("url", "SSRVVRF00103"),
        ])
    func channel(fault: String, code: String) async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        let credential = try await IssuanceRun.issued(world, to: holder)
        var run = try await PresentationRun.profiled(world, by: holder)
        let presentation = try await holder.presentation(for: run.profile, of: [credential], at: world.now)
        var request = try await run.request(presentation)
        let offer = run.profile.profile.process.reqE2e
        func resigned(_ half: AccE2e) async throws -> AccE2e {
            try await half.signed(by: holder.request(.keyagree, for: .keyAgreement, at: world.now))
        }
        switch fault {
        case "none": request.accE2e.proof = nil
        case "iv": request.accE2e.iv = holder.nonce()
        case "purpose": request.accE2e = try await holder.answer(offer, at: world.now, purpose: .authentication).accE2e
        case "unknown":
            request.accE2e = try await TestHolder(seed: 5, created: world.now).answer(offer, at: world.now).accE2e
        case "point":
            request.accE2e.publicKey = Multibase.encode([2] + [UInt8](repeating: 0xFF, count: 32), as: .base58btc)
            request.accE2e = try await resigned(request.accE2e)
        case "short":
            request.accE2e.publicKey = "zabc"
            request.accE2e = try await resigned(request.accE2e)
        default: request.accE2e.proof?.verificationMethod = "nobody"
        }
        #expect(try await world.code(OpenDIDEndpoints.Verifier.requestVerify, request, as: .anybody) == code)
        // Refused and nothing changed.
        #expect(try await run.present([credential]) == "200")
    }

    @Test("a message that cannot be decrypted and one that is not JSON get the same answer")
    func decryption() async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        let credential = try await IssuanceRun.issued(world, to: holder)
        var run = try await PresentationRun.profiled(world, by: holder)
        var request = try await run.request(holder.presentation(for: run.profile, of: [credential], at: world.now))
        var texts: Set<String> = []
        for text in [
            try run.channel.unwrapped.seal(bytes: Array("no JSON".utf8)),
            Multibase.encode([UInt8](repeating: 7, count: 64), as: .base64),
            Multibase.encode([1, 2, 3], as: .base64),
        ] {
            request.encVp = text
            let response = try await world.ask(OpenDIDEndpoints.Verifier.requestVerify, request, as: .anybody)
            #expect(try IssuanceWorld.code(of: response) == "SSRVVRF00409")
            texts.insert(String(decoding: response.body, as: UTF8.self))
        }
        #expect(texts.count == 1)
        request.encVp = "?"
        #expect(try await world.code(OpenDIDEndpoints.Verifier.requestVerify, request, as: .anybody) == "SSRVVRF00106")
        request.encVp = try run.channel.unwrapped.seal(bytes: Array("{}".utf8))
        #expect(try await world.code(OpenDIDEndpoints.Verifier.requestVerify, request, as: .anybody) == "SSRVVRF00402")
    }

    @Test("a presentation in base58, which upstream's iOS wallet sends, is decoded up to 400,000 characters")
    func longBase58() async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        let credential = try await IssuanceRun.issued(world, to: holder)
        var run = try await PresentationRun.profiled(world, by: holder)
        var request = try await run.request(holder.presentation(for: run.profile, of: [credential], at: world.now))
        // Leading ones are zero bytes. They decode fast, also in a debug build, and cannot be decrypted.
        let limit = Presentations.base58Limit
        for (count, code) in [(160_000, "SSRVVRF00409"), (limit - 1, "SSRVVRF00409"), (limit + 1, "SSRVVRF00106")] {
            request.encVp = "z" + String(repeating: "1", count: count)
            #expect(try await world.code(OpenDIDEndpoints.Verifier.requestVerify, request, as: .anybody) == code)
        }
    }

    @Test("a presentation with another nonce is refused")
    func nonce() async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        let credential = try await IssuanceRun.issued(world, to: holder)
        var run = try await PresentationRun.profiled(world, by: holder)
        #expect(try await run.present([credential], nonce: holder.nonce()) == "SSRVVRF00402")
        let bytes = try Multibase.decode(run.profile.profile.process.verifierNonce).bytes
        #expect(try await run.present([credential], nonce: Multibase.encode(bytes, as: .base64)) == "200")
    }

    @Test(
        "a presentation signed for another purpose, with a replaced key, by nobody, or of an inactive DID is refused",
        arguments: [
            ("purpose", "SSRVVRF00403"), ("replaced", "SSRVVRF00202"), ("none", "SSRVVRF00202"),
            ("value", "SSRVVRF00202"),
            ("deactivated", "SSRVVRF00103"), ("keyagree", "SSRVVRF00202"), ("expired", "SSRVVRF00202"),
            ("early", "SSRVVRF00202"),
        ])
    func holderProof(fault: String, code: String) async throws {
        let world = try await IssuanceWorld()
        var holder = try await world.holder()
        let credential = try await IssuanceRun.issued(world, to: holder)
        var run = try await PresentationRun.profiled(world, by: holder)
        var made = world.now
        if fault == "expired" { made = world.now - PresentationDraft.defaultLifetime - .seconds(1) }
        if fault == "early" { made = world.now.advanced(by: .seconds(61)) }
        var presentation = try await holder.presentation(for: run.profile, of: [credential], at: made)
        switch fault {
        case "purpose":
            presentation.proof = nil
            presentation = try await presentation.signed(by: [holder.request(.pin, for: .authentication, at: world.now)]
            )
        case "replaced": try await world.replaceKey(.pin, of: &holder)
        case "none": presentation.proof = nil
        case "value": presentation.id = "another"
        case "deactivated":
            try await world.registry.apply([.setDIDStatus(did: holder.did, .deactivated, at: world.now)])
        case "keyagree":
            presentation.proof = nil
            presentation = try await presentation.signed(by: [
                holder.request(.keyagree, for: .assertionMethod, at: world.now)
            ])
        default: break
        }
        if fault == "replaced" {
            run = PresentationRun(world: world, holder: holder, offer: run.offer, txID: run.txID, profile: run.profile)
        }
        #expect(try await run.send(presentation) == code)
    }

    @Test(
        "the DID document decides how the holder unlocked the keys",
        arguments: [
            (0x0000, [DIDKeyName.pin], true), (0x0001, [.pin], true), (0x0001, [.bio], true), (0x0002, [.pin], true),
            (0x0002, [.bio], false),
            (0x0004, [.bio], true), (0x0004, [.pin], false), (0x0006, [.pin], true), (0x0006, [.bio], true),
            (0x0006, [.pin, .bio], true),
            (0x8006, [.pin], false), (0x8006, [.bio], false), (0x8006, [.pin, .bio], true),
            (0x8002, [.pin, .bio], true), (0x0010, [.pin], false),
        ])
    func authentication(bits: Int, keys: [DIDKeyName], isAccepted: Bool) async throws {
        let (world, holder, credential) = try await Self.authenticating.value
        var run = try await PresentationRun.profiled(world, by: holder, service: "bits \(bits)")
        #expect(run.profile.profile.process.authType?.rawValue == bits)
        #expect(try await run.present([credential], keys: keys) == (isAccepted ? "200" : "SSRVVRF00400"))
    }

    @Test(
        "claims that are missing, changed or taken from another credential are refused",
        arguments: ["missing", "changed", "moved"])
    func claims(fault: String) async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        let old = try await IssuanceRun.issued(world, to: holder)
        let credential = try await IssuanceRun.issued(world, to: holder)
        var run = try await PresentationRun.profiled(world, by: holder)
        var presentation = try await holder.presentation(for: run.profile, of: [credential], at: world.now)
        switch fault {
        case "missing":
            presentation.verifiableCredential = [try credential.disclosing(.codes([TestSchemas.code("family_name")]))]
        case "changed": presentation.verifiableCredential[0].credentialSubject.claims[0].value = "Mallory"
        default:
            let taken = try old.disclosing(.codes([TestSchemas.code("family_name"), TestSchemas.code("birth_date")]))
            presentation.verifiableCredential[0].credentialSubject.claims[0] = taken.credentialSubject.claims[0]
            presentation.verifiableCredential[0].proof.proofValueList?[0] = try (taken.proof.proofValueList?.first)
                .unwrapped
        }
        presentation.proof = nil
        presentation = try await presentation.signed(by: [holder.request(.pin, for: .assertionMethod, at: world.now)])
        #expect(try await run.send(presentation) == "SSRVVRF00202")
    }

    @Test("a whole credential is accepted if it is requested, and a part of it is not")
    func presentAll() async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        let credential = try await IssuanceRun.issued(world, to: holder)
        var run = try await PresentationRun.profiled(world, by: holder, service: "whole")
        var presentation = try await holder.presentation(for: run.profile, of: [credential], at: world.now)
        presentation.verifiableCredential = [try credential.disclosing(.codes([TestSchemas.code("family_name")]))]
        presentation.proof = nil
        presentation = try await presentation.signed(by: [holder.request(.pin, for: .assertionMethod, at: world.now)])
        #expect(try await run.send(presentation) == "SSRVVRF00202")
        #expect(try await run.present([credential]) == "200")
        #expect(try await run.result().claims.count == 3)
    }
}
