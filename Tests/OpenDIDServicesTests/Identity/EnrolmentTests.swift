import Foundation
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("Enrolment of the servers")
struct EnrolmentTests {
    private func served(_ role: ServiceRole, of world: CoreWorld) async throws -> VerifiableCredential {
        try await world.get(OpenDIDEndpoints.certificate(of: role)).value()
    }

    @Test(
        "every server has a document in the registry and a certificate that a wallet accepts",
        arguments: [
            ServiceRole.tas, .issuer, .verifier, .cas, .wallet,
        ])
    func certificates(role: ServiceRole) async throws {
        let world = try await CoreWorld()
        let response = await world.get(OpenDIDEndpoints.certificate(of: role))
        let (did, kind) = (try #require(ServicesConfiguration.standardDIDs[role]), try #require(role.certificateRole))
        let policy = VerificationPolicy.certificate(
            of: did, role: kind, issuers: ["did:omn:tas"], statuses: world.registry)
        let report = await policy.verify(
            try SignedDocument(response.body), at: world.clock.now, resolver: world.registry)
        #expect(report.isValid, "\(report.failures)")
        let document = try #require(try await world.registry.resolve(did, versionId: nil)?.document)
        #expect(document.controller == "did:omn:tas")
        #expect(
            document.verificationMethod.map(\.id)
                == (role == .tas ? ["assert", "auth", "keyagree", "invoke"] : ["assert", "auth", "keyagree"]))
        #expect(try await world.registry.provider(did)?.certVcRef == "http://core.test\(role.basePath)/certificate-vc")
    }

    @Test("a restart keeps keys and certificates; a new address renews the certificates and revokes the old ones")
    func restart() async throws {
        let directory = try TemporaryFolder()
        let clock = StoppedClock(CoreWorld.start)
        func open(_ seed: UInt64, url: String = CoreWorld.baseURL) async throws -> (
            CoreWorld, VerifiableCredential, DIDDocument
        ) {
            let world = try await CoreWorld(seed: seed, clock: clock) {
                $0.storage = .directory(directory.url)
                $0.publicBaseURL = url
            }
            return (world, try await served(.issuer, of: world), try await world.identity(.issuer).document)
        }
        let (first, certificate, document) = try await open(1)
        await first.assembly.database.close()
        let (second, kept, sameDocument) = try await open(2)
        #expect(kept == certificate && sameDocument == document)
        await second.assembly.database.close()
        let (third, renewed, _) = try await open(3, url: "http://elsewhere.test")
        #expect(renewed.id != certificate.id && renewed.credentialSchema.id.hasPrefix("http://elsewhere.test/"))
        #expect(try await third.registry.credential(certificate.id)?.status == .REVOKED)
        #expect(try await third.registry.credential(renewed.id)?.status == .ACTIVE)
        await third.assembly.database.close()
    }

    @Test("a certificate is renewed before it expires")
    func renewal() async throws {
        let directory = try TemporaryFolder()
        let clock = StoppedClock(CoreWorld.start)
        func open(_ seed: UInt64) async throws -> VerifiableCredential {
            let world = try await CoreWorld(seed: seed, clock: clock) { $0.storage = .directory(directory.url) }
            let certificate = try await served(.tas, of: world)
            await world.assembly.database.close()
            return certificate
        }
        let first = try await open(1)
        clock.advance(by: 300 * 86_400)
        #expect(try await open(2).id == first.id)
        clock.advance(by: 50 * 86_400)
        #expect(try await open(3).id != first.id)
    }

    @Test("only the operator can have a revoked certificate renewed")
    func renewedByOperator() async throws {
        let world = try await CoreWorld()
        let first = try await served(.cas, of: world)
        try await world.registry.apply([.setCredentialStatus(id: first.id, .REVOKED, at: world.clock.now)])
        let path = OpenDIDEndpoints.certificate(of: .cas).path
        #expect(await world.post(path, Array("{}".utf8)).code == "9401")
        #expect(await world.post(path, Array("{}".utf8), token: CoreWorld.operatorToken).status == 200)
        let second = try await served(.cas, of: world)
        #expect(second.id != first.id)
        #expect(try await world.registry.credential(second.id)?.status == .ACTIVE)
    }

    @Test("keys are stored encrypted, under key files that only their owner reads, and nothing starts without them")
    func keyFiles() async throws {
        let directory = try TemporaryFolder()
        let first = try await CoreWorld { $0.storage = .directory(directory.url) }
        await first.assembly.database.close()
        let file = directory.url.appendingPathComponent("keys/issuer.key")
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        try FileManager.default.removeItem(at: file)
        await #expect { try await CoreWorld(seed: 2) { $0.storage = .directory(directory.url) } } throws: { error in
            (error as? ServicesError)?.code == .storageKey
        }
    }

    @Test("only the passphrase that encrypted the keys decrypts them")
    func passphrase() async throws {
        let directory = try TemporaryFolder()
        func open(_ passphrase: ServiceSecret?, seed: UInt64) async throws {
            let world = try await CoreWorld(seed: seed) {
                $0.roles = [.tas]
                $0.storage = .directory(directory.url)
                $0.passphrase = passphrase
            }
            await world.assembly.database.close()
        }
        try await open("correct horse", seed: 1)
        try await open("correct horse", seed: 2)
        for wrong in ["correct horsf", nil] as [ServiceSecret?] {
            await #expect { try await open(wrong, seed: 3) } throws: { ($0 as? ServicesError)?.code == .storageKey }
        }
    }

    @Test("keys and secrets do not print themselves")
    func redacted() async throws {
        let world = try await CoreWorld { $0.roles = [.tas] }
        let identity = try await world.identity(.tas)
        var text = ""
        dump(identity, to: &text)
        dump(world.assembly.configuration, to: &text)
        #expect(
            !text.contains(CoreWorld.operatorToken) && !text.contains(CoreWorld.peerToken) && text.contains("redacted"))
    }

    @Test("an impossible configuration is refused with the name of the value")
    func configurations() async throws {
        await #expect { try await CoreWorld { $0.roles = [] } } throws: { ($0 as? ServicesError)?.field == "roles" }
        await #expect { try await CoreWorld { $0.roles = [.issuer] } } throws: {
            ($0 as? ServicesError)?.field == "storage"
        }
        await #expect { try await CoreWorld { $0.dids[.tas] = "tas" } } throws: {
            ($0 as? ServicesError)?.field == "dids.tas"
        }
        await #expect {
            try await CoreWorld { $0.seed.plans = [PlanSeed(id: "p", name: "", description: "", schema: "none")] }
        } throws: { ($0 as? ServicesError)?.field == "seed.plans" }
    }
}
