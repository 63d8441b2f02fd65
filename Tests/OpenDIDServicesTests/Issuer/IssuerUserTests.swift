import Foundation
import GRDB
import HeraldJSON
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("The issuer's records of persons")
struct IssuerUserTests {
    private func save(_ world: IssuanceWorld, _ user: SaveIssuerUser, as caller: IssuanceWorld.Caller = .operatorHere)
        async throws -> String
    {
        try await world.code(
            user.pii == nil ? OpenDIDEndpoints.Issuer.saveVCData : OpenDIDEndpoints.Issuer.saveUser, user, as: caller)
    }

    @Test("an operator's record becomes a credential, by PII or by DID")
    func stored() async throws {
        let world = try await IssuanceWorld()
        let (dora, emil) = (try await world.holder(1), try await world.holder(2))
        let claims = ["family_name": "D", TestSchemas.licenceCode("given_name"): "Dora"]
        #expect(
            try await save(
                world, SaveIssuerUser(pii: "pii of dora", claims: claims, i18n: ["en": ["family_name": "Dee"]]))
                == "200")
        let credential = try await IssuanceRun.issued(world, to: dora, pii: "pii of dora", plan: TestSchemas.userPlan)
        #expect(credential.credentialSubject.claims.map(\.value) == ["D", "Dora"])
        #expect(credential.credentialSubject.claims.first?.i18n?["en"]?.value == "Dee")

        #expect(try await save(world, SaveIssuerUser(did: emil.did, claims: claims)) == "200")
        let byDID = try await IssuanceRun.issued(world, to: emil, pii: nil, plan: TestSchemas.userPlan)
        #expect(byDID.credentialSubject.id == emil.did)
    }

    @Test("upstream's member names for a driving licence become the credential's claims")
    func upstreamBody() async throws {
        let world = try await IssuanceWorld()
        let body = #"{"id":"1","firstname":"Kim","lastname":"Lee","birthdate":"2024-01-01","pii":"pii of kim"}"#
        let response = await world.respond(
            OpenDIDEndpoints.Issuer.saveUser.path, method: .post, body: Array(body.utf8), as: .operatorHere)
        #expect(response.status == 200)
        #expect(response.body == Array("{}".utf8))
        let credential = try await IssuanceRun.issued(
            world, to: world.holder(), pii: "pii of kim", plan: TestSchemas.userPlan)
        #expect(credential.credentialSubject.claims.map(\.value) == ["Lee", "Kim"])
    }

    @Test("a record can be changed, and members that are not named stay")
    func changed() async throws {
        let world = try await IssuanceWorld()
        #expect(
            try await save(
                world, SaveIssuerUser(pii: "pii of alice", claims: [TestSchemas.licenceCode("given_name"): "Ali"]))
                == "200")
        let credential = try await IssuanceRun.issued(world, to: world.holder(), plan: TestSchemas.userPlan)
        #expect(credential.credentialSubject.claims.map(\.value) == ["Alice family_name", "Ali"])
    }

    @Test("a record with a DID is for that DID alone")
    func bound() async throws {
        let world = try await IssuanceWorld()
        let (alice, thief) = (try await world.holder(1), try await world.holder(2))
        #expect(try await save(world, SaveIssuerUser(pii: "pii of alice", did: alice.did)) == "200")
        let stolen = try await IssuanceRun.proposed(world, to: thief)
        #expect(
            try await world.code(OpenDIDEndpoints.Issuer.generateIssueProfile, stolen.profileRequest) == "SSRVISS00302")
        let otherPII = try await IssuanceRun.proposed(world, to: alice, pii: "pii of nobody")
        #expect(
            try await world.code(OpenDIDEndpoints.Issuer.generateIssueProfile, otherPII.profileRequest)
                == "SSRVISS00302")
        #expect(try await save(world, SaveIssuerUser(pii: "pii of bob", did: alice.did)) == "SSRVISS00302")
        _ = try await IssuanceRun.issued(world, to: alice)
    }

    @Test("a record with an empty DID loses its DID, so that a person with a new phone gets credentials")
    func unbound() async throws {
        let world = try await IssuanceWorld()
        let (old, new) = (try await world.holder(1), try await world.holder(2))
        #expect(try await save(world, SaveIssuerUser(pii: "pii of alice", did: old.did)) == "200")
        #expect(try await save(world, SaveIssuerUser(pii: "pii of alice")) == "200")
        let refused = try await IssuanceRun.proposed(world, to: new)
        #expect(
            try await world.code(OpenDIDEndpoints.Issuer.generateIssueProfile, refused.profileRequest)
                == "SSRVISS00302")
        #expect(try await save(world, SaveIssuerUser(pii: "pii of alice", did: "")) == "200")
        _ = try await IssuanceRun.issued(world, to: new)
    }

    @Test("only the operator stores records, and each needs a name")
    func access() async throws {
        let world = try await IssuanceWorld()
        #expect(try await save(world, SaveIssuerUser(pii: "x", claims: [:]), as: .anybody) == "9401")
        #expect(try await save(world, SaveIssuerUser(did: "did:omn:x", claims: [:]), as: .peer) == "9401")
        #expect(
            try await world.code(OpenDIDEndpoints.Issuer.saveUser, SaveIssuerUser(claims: [:]), as: .operatorHere)
                == "9999")
        #expect(
            try await world.code(OpenDIDEndpoints.Issuer.saveVCData, SaveIssuerUser(claims: [:]), as: .operatorHere)
                == "9999")
    }

    @Test("the issuer's table has no personal data in the clear")
    func encrypted() async throws {
        let world = try await IssuanceWorld()
        let bytes = try await world.assembly.database.read { rows in
            try Row.fetchAll(rows.sqlite, sql: "SELECT * FROM issuer_user").flatMap { row in
                row.databaseValues.flatMap { value -> [UInt8] in
                    (Data.fromDatabaseValue(value).map { [UInt8]($0) } ?? [])
                        + Array((String.fromDatabaseValue(value) ?? "").utf8)
                }
            }
        }
        #expect(!bytes.isEmpty)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("alice"))
        #expect(!String(decoding: bytes, as: UTF8.self).contains("Alice"))
    }

    @Test("claims may come from the issuer's own source")
    func source() async throws {
        struct Register: ClaimSource {
            func claims(for subject: ClaimSubject, plan: VCPlan, schema: VCSchema) async throws -> ClaimData? {
                guard subject.pii == "pii of fritz" else { return nil }
                return ClaimData(
                    userID: "4711", values: Dictionary(uniqueKeysWithValues: schema.items.map { ($0.code, "register") })
                )
            }
        }
        let world = try await IssuanceWorld { $0.issuer.claimSource = Register() }
        let holder = try await world.holder()
        let credential = try await IssuanceRun.issued(world, to: holder, pii: "pii of fritz")
        #expect(credential.credentialSubject.claims.count == 4)
        #expect(credential.credentialSubject.claims.allSatisfy { $0.value == "register" })
        _ = try await IssuanceRun.issued(world, to: holder)
    }

    @Test("a schema is found by its name")
    func schemas() async throws {
        let world = try await IssuanceWorld()
        let schema: VCSchema = try await world.answer(
            OpenDIDEndpoints.Issuer.vcSchema, ServiceQuery("name", TestSchemas.licence))
        #expect(schema.id == "\(IssuanceWorld.baseURL)/issuer/api/v1/vc/vcschema?name=mdl")
        #expect(
            try await world.code(OpenDIDEndpoints.Issuer.vcSchema, ServiceQuery("name", "nothing")) == "SSRVISS00211")
        #expect(try await world.code(OpenDIDEndpoints.Issuer.vcSchema, ServiceQuery()) == "9999")
    }
}
