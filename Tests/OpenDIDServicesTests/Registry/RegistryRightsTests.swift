import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("Rights at a trust agent's registry")
struct RegistryRightsTests {
    private func meta(_ distant: DistantWorld, issuer: Provider) -> VCMeta {
        VCMeta(
            id: distant.world.messageID(), issuer: issuer, subject: "did:omn:holder",
            credentialSchema: .init(id: "http://issuance.test/schema", type: .osdSchemaCredential), status: .ACTIVE,
            issuanceDate: distant.world.now.text, validFrom: distant.world.now.text,
            validUntil: distant.world.now.advanced(by: .seconds(9)).text,
            formatVersion: "1.0", language: "en")
    }

    @Test("without the peers' token the registry returns nothing and accepts nothing")
    func token() async throws {
        let distant = try await DistantWorld()
        let paths = distant.agent.router.routes.endpoints.map { String($0.split(separator: " ")[1]) }
            .filter { $0.hasPrefix("/tas/api/v1/registry/") }
        #expect(paths.count == 9)
        for (number, path) in paths.enumerated() {
            for token in [nil, "a-guess-of-the-registry-tests-of-length"] {
                // Each from an address of its own: guesses are slowed.
                let answer = await distant.agent.post(
                    path, Array("{}".utf8), token: token, origin: .network("192.0.2.\(number)"))
                #expect(answer.status == 401 && answer.code == "9401", "\(path)")
            }
        }
        let own = ChangeRegistry.Change(credential: meta(distant, issuer: try await distant.identity(.issuer).provider))
        #expect(try await distant.change([own], by: .issuer, token: nil) == "401 9401")
        #expect(try await distant.change([own], by: .issuer) == "200")
    }

    @Test("an issuer registers its own credentials, and cannot change another's")
    func credentials() async throws {
        let distant = try await DistantWorld()
        let (issuer, verifier) = (try await distant.identity(.issuer), try await distant.identity(.verifier))
        let own = meta(distant, issuer: issuer.provider)
        #expect(try await distant.change([.init(credential: own)], by: .issuer) == "200")
        #expect(try await distant.agent.registry.credential(own.id) == own)
        let foreign = meta(distant, issuer: Provider(did: "did:omn:other", certVcRef: "http://other.test"))
        #expect(try await distant.change([.init(credential: foreign)], by: .issuer) == "400 SSRVTRA12007")
        #expect(try await distant.agent.registry.credential(foreign.id) == nil)
        for member in [\VCMeta.id, \VCMeta.subject] {
            var long = own
            long[keyPath: member] = String(repeating: "x", count: FindAll.idLimit + 1)
            #expect(try await distant.change([.init(credential: long)], by: .issuer) == "400 SSRVTRA12004")
        }
        // The trust agent's own credential about the issuer.
        let bytes = try #require(try await distant.agent.registry.provider(issuer.did)?.certificate)
        let certificate = try VerifiableCredential(jsonBytes: bytes)
        let end = ChangeRegistry.Change(status: .init(vcId: certificate.id, vcStatus: .REVOKED))
        #expect(try await distant.change([end], by: .issuer) == "400 SSRVTRA12007")
        #expect(try await distant.agent.registry.credential(certificate.id)?.status == .ACTIVE)
        // All or nothing.
        let another = meta(distant, issuer: issuer.provider)
        #expect(try await distant.change([.init(credential: another), end], by: .issuer) == "400 SSRVTRA12007")
        #expect(try await distant.agent.registry.credential(another.id) == nil)
        // A verifier has the token too.
        let posed = meta(distant, issuer: verifier.provider)
        #expect(try await distant.change([.init(credential: posed)], by: .verifier) == "400 SSRVTRA14001")
        #expect(
            try await distant.change([.init(status: .init(vcId: own.id, vcStatus: .REVOKED))], by: .verifier)
                == "400 SSRVTRA14001")
        #expect(try await distant.agent.registry.credential(own.id)?.status == .ACTIVE)
    }

    @Test("a change is accepted once, if it is fresh and signed by the server that it names")
    func proofs() async throws {
        let distant = try await DistantWorld()
        let issuer = try await distant.identity(.issuer)
        let change = ChangeRegistry.Change(credential: meta(distant, issuer: issuer.provider))
        #expect(try await distant.change([change], by: .issuer) { $0.proof = nil } == "400 SSRVTRA16510")
        let altered = try await distant.change([change], by: .issuer) {
            $0.changes[0].credential?.subject = "did:omn:thief"
        }
        #expect(altered == "400 SSRVTRA16510")
        #expect(
            try await distant.change([change], by: .verifier) { $0.provider = issuer.provider } == "400 SSRVTRA16510")
        let request = ChangeRegistry(id: "1", provider: issuer.provider, nonce: "z2", changes: [change])
        #expect(try await distant.send(issuer.sign(request, created: distant.world.now)) == "400 SSRVTRA16519")
        var proper = request
        proper.nonce = Multibase.encode(distant.world.chance.bytes(16), as: .base58btc)
        let old = try await issuer.sign(proper, created: distant.world.now - UsedNonces.memory - .seconds(1))
        #expect(try await distant.send(old) == "400 SSRVTRA16510")
        let wrongKey = try await issuer.sign(proper, with: .auth, created: distant.world.now)
        #expect(try await distant.send(wrongKey) == "400 SSRVTRA16510")
        let signed = try await issuer.sign(proper, created: distant.world.now)
        #expect(try await distant.send(signed) == "200")
        #expect(try await distant.send(signed) == "400 SSRVTRA16519")
    }

    @Test("attack 88: a refused change is not made later, when the registry would accept it")
    func refusedOnce() async throws {
        let distant = try await DistantWorld()
        let issuer = try await distant.identity(.issuer)
        let known = meta(distant, issuer: issuer.provider)
        let end = ChangeRegistry.Change(status: .init(vcId: known.id, vcStatus: .REVOKED))
        func signed(_ change: ChangeRegistry.Change) async throws -> ChangeRegistry {
            let request = ChangeRegistry(
                id: "1", provider: issuer.provider,
                nonce: Multibase.encode(distant.world.chance.bytes(16), as: .base58btc), changes: [change])
            return try await issuer.sign(request, created: distant.world.now)
        }
        let early = try await signed(end)
        #expect(try await distant.send(early) == "unknown")
        // Refused for its sender.
        let foreign = try await signed(
            .init(credential: meta(distant, issuer: Provider(did: "did:omn:other", certVcRef: "http://other.test"))))
        #expect(try await distant.send(foreign) == "400 SSRVTRA12007")
        #expect(try await distant.send(foreign) == "400 SSRVTRA16519")
        #expect(try await distant.change([.init(credential: known)], by: .issuer) == "200")
        #expect(try await distant.send(early) == "400 SSRVTRA16519")
        #expect(try await distant.agent.registry.credential(known.id)?.status == .ACTIVE)
        #expect(try await distant.change([end], by: .issuer) == "200")
    }

    @Test("an issuer without a valid certificate cannot change anything")
    func certificate() async throws {
        let distant = try await DistantWorld()
        let issuer = try await distant.identity(.issuer)
        let bytes = try #require(try await distant.agent.registry.provider(issuer.did)?.certificate)
        let certificate = try VerifiableCredential(jsonBytes: bytes)
        try await distant.agent.registry.apply([
            .setCredentialStatus(id: certificate.id, .REVOKED, at: distant.world.now)
        ])
        #expect(
            try await distant.change([.init(credential: meta(distant, issuer: issuer.provider))], by: .issuer)
                == "400 SSRVTRA14002")
    }

    @Test(
        "only their issuer registers schemas and plans, only the app provider apps, and only the trust agent DID documents"
    )
    func catalogue() async throws {
        let distant = try await DistantWorld()
        let issuer = try await distant.identity(.issuer)
        let registry = try await distant.registry(as: .issuer)
        var schema = try #require(try await registry.schema(named: TestSchemas.identity, owner: issuer.did))
        let plan = try #require(try await registry.plan(TestSchemas.identityPlan))
        let own = ChangeRegistry.Change(schema: .init(name: TestSchemas.identity, schema: schema))
        #expect(try await distant.change([own, .init(plan: plan)], by: .issuer) == "200")
        // Under another's address.
        schema.id = "http://other.test/issuer/api/v1/vc/vcschema?name=\(TestSchemas.identity)"
        let moved = ChangeRegistry.Change(schema: .init(name: TestSchemas.identity, schema: schema))
        #expect(try await distant.change([moved], by: .issuer) == "400 SSRVTRA12007")
        // A plan that is another's, and one with another's schema.
        var other = plan
        other.vcPlanId = "vcplanid000000000099"
        try await distant.agent.registry.save(other, owner: "did:omn:other")
        #expect(try await distant.change([.init(plan: other)], by: .issuer) == "400 SSRVTRA12007")
        other.vcPlanId = "vcplanid000000000098"
        other.credentialSchema.id = "http://other.test/schema"
        #expect(try await distant.change([.init(plan: other)], by: .issuer) == "400 SSRVTRA12007")
        let app = ChangeRegistry.Change(app: .init(wallet: Registry.walletPackage, package: "org.example.app"))
        #expect(try await distant.change([app], by: .issuer) == "400 SSRVTRA12007")
        #expect(try await distant.agent.registry.allowedApps().contains("org.example.app") == false)
        #expect(try await distant.change([], by: .issuer) == "400 SSRVTRA12004")
        #expect(try await distant.change([.init()], by: .issuer) == "400 SSRVTRA12004")
        await #expect(throws: RegistryError.self) {
            try await registry.apply([.setDIDStatus(did: issuer.did, .revoked, at: distant.world.now)])
        }
    }
}
