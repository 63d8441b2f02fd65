import OpenDID_DataModel
import Synchronization
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("Instances of a server that enrol while its certificate is checked")
struct EnrolmentRaceTests {
    private static let did = "did:omn:cas"

    /// The trust agent's registry, in which another instance of a provider enrols before the status of the present certificate is read.
    private final class RacingStatuses: CredentialStatusSource {
        private let world: CoreWorld
        private let instance: OtherInstance
        private let left: Mutex<Int>

        init(_ world: CoreWorld, _ instance: OtherInstance, enrolments: Int) {
            (self.world, self.instance) = (world, instance)
            left = Mutex(enrolments)
        }

        func standing(ofCredential id: String) async throws -> CredentialStanding? {
            let enrols = left.withLock { left in
                left -= 1
                return left >= 0
            }
            if enrols { try await instance.enrol() }
            return try await world.registry.standing(ofCredential: id)
        }
    }

    /// Checks the provider's certificate while other instances enrol.
    private func check(whileEnrolling count: Int) async throws {
        let world = try await CoreWorld()
        let instance = try await OtherInstance(of: Self.did, at: world)
        let memory = CertificateMemory(), registry = world.registry
        let statuses = RacingStatuses(world, instance, enrolments: count)
        let provider = try #require(try await registry.provider(Self.did))
        try await memory.require(
            try #require(provider.certificate), of: Self.did, role: provider.role,
            by: MessageChecks(trustAgent: "did:omn:tas", resolver: registry, statuses: statuses, now: world.clock.now)
        ) { try await registry.provider(Self.did) }
    }

    @Test(
        "a provider is accepted although other instances enrol while its certificate is checked",
        arguments: 0..<CertificateMemory.readings)
    func accepted(count: Int) async throws {
        try await check(whileEnrolling: count)
    }

    @Test("a check ends although other instances enrol again and again")
    func bounded() async throws {
        await #expect { try await check(whileEnrolling: 1_000) } throws: {
            ($0 as? ServiceError)?.code == TASError.certificateIssuer
        }
    }

    @Test("a certificate that is refused is not checked again if it is still the newest one")
    func refused() async throws {
        let world = try await CoreWorld(), registry = world.registry
        let provider = try #require(try await registry.provider(Self.did))
        let bytes = try #require(provider.certificate)
        let id = try VerifiableCredential(jsonBytes: bytes).id
        try await registry.apply([.setCredentialStatus(id: id, .REVOKED, at: world.clock.now)])
        let readings = Mutex(0)
        await #expect {
            try await CertificateMemory().require(
                bytes, of: Self.did, role: provider.role,
                by: MessageChecks(
                    trustAgent: "did:omn:tas", resolver: registry, statuses: registry, now: world.clock.now)
            ) {
                readings.withLock { $0 += 1 }
                return try await registry.provider(Self.did)
            }
        } throws: {
            ($0 as? ServiceError)?.code == TASError.certificateIssuer
        }
        #expect(readings.withLock { $0 } == 1)
    }

    @Test("a verifier accepts a credential although instances of the issuer enrol while it reads the certificates")
    func verifier() async throws {
        let distant = try await DistantWorld()
        let world = distant.world, holder = try await world.holder()
        let credential = try await IssuanceRun.issued(world, to: holder)
        var run = try await PresentationRun.profiled(world, by: holder)
        let instance = try await OtherInstance(of: "did:omn:issuer", at: distant.agent)
        let left = Mutex(2)
        distant.line.before(OpenDIDEndpoints.Registry.credentials.path) { request in
            guard String(decoding: request.body, as: UTF8.self).contains(try await instance.certificateID()) else {
                return
            }
            let enrols = left.withLock { left in
                left -= 1
                return left >= 0
            }
            if enrols { try await instance.enrol() }
        }
        #expect(try await run.present([credential]) == "200")
        #expect(left.withLock { $0 } < 0)
    }

    @Test("a server starts although the answers to its enrolment and to its first change are lost")
    func lostAnswers() async throws {
        let (line, directory) = (PeerLine(), try TemporaryFolder())
        let agent = try await CoreWorld { configuration in
            configuration.roles = [.tas, .list, .noti, .gateway]
            configuration.peerTransport = line
            configuration.limits = .unlimited
        }
        line.connect(agent.router, at: CoreWorld.baseURL)
        let paths = [
            OpenDIDEndpoints.TAS.registerEntity.path, OpenDIDEndpoints.TAS.requestECDH.path,
            OpenDIDEndpoints.TAS.requestEnrolEntity.path, OpenDIDEndpoints.TAS.confirmEnrolEntity.path,
            OpenDIDEndpoints.Registry.change.path,
        ]
        for path in paths { line.loseAnswer(of: path) }
        let world = try await IssuanceWorld(registry: agent.registry) { configuration in
            configuration.roles = [.issuer, .verifier]
            configuration.storage = .directory(directory.url)
            DistantWorld.join(&configuration, over: line)
            configuration.enrolmentTimeout = .seconds(300)
        }
        line.connect(world.router, at: IssuanceWorld.baseURL)
        for path in paths { #expect(line.sent.filter { $0.path == path }.count > 1) }
        #expect(try await agent.registry.credentials(of: "did:omn:issuer") == 1)
        let holder = try await world.holder()
        _ = try await IssuanceRun.issued(world, to: holder)
    }
}

/// Another instance of a provider that is enrolled already.
private struct OtherInstance: Sendable {
    let provider: String
    let world: CoreWorld
    let registrar: Registrar

    init(of provider: String, at world: CoreWorld) async throws {
        let clock = world.clock, chance = world.chance
        self.provider = provider
        self.world = world
        registrar = Registrar(
            identity: try await world.identity(.tas), registry: world.registry,
            certificateSchema: "\(CoreWorld.baseURL)\(OpenDIDEndpoints.TAS.vcSchema.path)?name=certificate",
            now: { clock.now }, random: { chance.bytes($0) })
    }

    /// Returns the ID of the newest certificate.
    func certificateID() async throws -> String {
        let entry = try await world.registry.provider(provider).unwrapped
        return try VerifiableCredential(jsonBytes: entry.certificate.unwrapped).id
    }

    /// Replaces and revokes the certificate, as the confirmation of an enrolment does.
    func enrol() async throws {
        var entry = try await world.registry.provider(provider).unwrapped
        let former = try await certificateID()
        let (certificate, change) = try await registrar.certificate(for: provider, name: entry.name, role: entry.role)
        entry.certificate = try certificate.canonicalBytes()
        try await world.registry.apply([change])
        try await world.registry.save(entry)
        try await world.registry.apply([.setCredentialStatus(id: former, .REVOKED, at: world.clock.now)])
    }
}
