import GRDB
import OpenDID_DataModel
import Synchronization
import TestSupport

@testable import OpenDIDServices

/// Two instances of an issuer with one database, and a trust agent of another "process" that has the registry.
struct IssuerInstances: Sendable {
    let first: IssuanceWorld
    let second: IssuanceWorld
    let registry: MeetingRegistry
    let agent: CoreWorld
    let line: PeerLine
    private let directory: TemporaryFolder

    init(change: (inout ServicesConfiguration) -> Void = { _ in }) async throws {
        let (line, directory) = (PeerLine(), try TemporaryFolder())
        let agent = try await CoreWorld { configuration in
            configuration.roles = [.tas, .list, .noti, .gateway]
            configuration.peerTransport = line
            configuration.limits = .unlimited
        }
        let registry = MeetingRegistry(agent.router)
        line.connect(registry, at: CoreWorld.baseURL)
        func instance(_ seed: UInt64) async throws -> IssuanceWorld {
            let world = try await IssuanceWorld(seed: seed, registry: agent.registry) { configuration in
                configuration.roles = [.issuer, .verifier]
                configuration.storage = .directory(directory.url)
                DistantWorld.join(&configuration, over: line)
                change(&configuration)
            }
            line.connect(world.router, at: IssuanceWorld.baseURL)
            return world
        }
        (first, second) = (try await instance(4), try await instance(5))
        (self.registry, self.agent, self.line, self.directory) = (registry, agent, line, directory)
    }

    /// Sends a request to each instance. The registry answers when both instances want to register a credential.
    /// - Returns: the answers of the first and of the second instance.
    func meeting(_ one: IssueVc, _ other: IssueVc) async throws -> [ServiceResponse] {
        registry.expect(2)
        async let answer = first.ask(OpenDIDEndpoints.Issuer.issueVC, one)
        async let otherAnswer = second.ask(OpenDIDEndpoints.Issuer.issueVC, other)
        return try await [answer, otherAnswer]
    }

    /// The status of each registered credential of these holders, sorted.
    func statuses(of holders: TestHolder...) async throws -> [String] {
        try await agent.registry.database.read { rows in
            try holders.flatMap { holder in
                try String.fetchAll(
                    rows.sqlite, sql: "SELECT status FROM ledger_credential WHERE subject = ?", arguments: [holder.did])
            }.sorted()
        }
    }

    /// The IDs of the credentials that the issuer does not know as revoked.
    func open() async throws -> [String] {
        try await first.assembly.database.read { rows in
            try String.fetchAll(rows.sqlite, sql: "SELECT vc_id FROM issuer_credential WHERE ended = 0")
        }
    }

    func close() async {
        for world in [first, second] { await world.assembly.database.close() }
    }
}

/// A trust agent that can hold back the requests to register a credential until several of them have arrived, and that can be without an
/// answer to requests to revoke one.
final class MeetingRegistry: ServiceHandler {
    private let inner: any ServiceHandler
    private let meeting = Meeting()
    private let revokes = Mutex(true)

    init(_ inner: any ServiceHandler) { self.inner = inner }

    /// Holds back requests until this number of them has arrived.
    func expect(_ count: Int) { meeting.expect(count) }

    func setRevokes(_ revokes: Bool) { self.revokes.withLock { $0 = revokes } }

    func admit(_ head: ServiceRequest) async -> ServiceAdmittance { await inner.admit(head) }

    func respond(to request: ServiceRequest) async -> ServiceResponse {
        guard request.path == OpenDIDEndpoints.Registry.change.path else { return await inner.respond(to: request) }
        if !String(decoding: request.body, as: UTF8.self).contains("REVOKED") {
            await meeting.arrive()
        } else if !revokes.withLock(\.self) {
            return ServiceResponse(status: 503, body: Array("{}".utf8))
        }
        return await inner.respond(to: request)
    }
}
