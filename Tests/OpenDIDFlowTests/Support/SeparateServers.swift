import Foundation
import OpenDIDWallet
import OpenDID_DataModel
import TestSupport

@testable import OpenDIDServices

/// Every role as on a machine of its own: a directory of its own, and HTTP between them.
final class SeparateServers: Sendable {
    private static let peerToken: ServiceSecret = "peers-of-the-separate-servers"

    let agent: OpenDIDServices
    let distant: [ServiceRole: OpenDIDServices]
    private let folder: TemporaryFolder
    private let configuration: ServicesConfiguration

    init() async throws {
        folder = try TemporaryFolder()
        var configuration = ServicesConfiguration(
            enrolmentTimeout: TestDeadline.time, operatorToken: ServiceSecret(FlowWorld.operatorToken),
            peerToken: Self.peerToken, seed: FlowSeeds.seed)
        // All servers share the processors with the other tests, so an answer may take longer than the limits allow.
        var peers = URLSessionTransport()
        (peers.timeout, peers.deadline) = (TestDeadline.time, TestDeadline.time)
        configuration.peerTransport = peers
        self.configuration = configuration
        var first = configuration
        // The issuer and the app provider register their own entries.
        first.seed = ServicesSeed()
        first.roles = [.tas, .list, .noti]
        first.storage = .directory(folder.url.appendingPathComponent("tas"))
        agent = try await OpenDIDServices.start(first)
        var distant: [ServiceRole: OpenDIDServices] = [:]
        for role in [ServiceRole.gateway, .issuer, .cas, .wallet, .verifier] {
            var other = configuration
            other.roles = [role]
            other.storage = .directory(folder.url.appendingPathComponent(role.rawValue))
            other.addresses = [.tas: agent.baseURL, .list: agent.baseURL, .noti: agent.baseURL]
            distant[role] = try await OpenDIDServices.start(other)
        }
        self.distant = distant
    }

    /// Starts the trust agent again where it was.
    func agentAgain() async throws -> OpenDIDServices {
        var again = configuration
        again.seed = ServicesSeed()
        again.roles = [.tas, .list, .noti]
        again.port = agent.port
        again.storage = .directory(folder.url.appendingPathComponent("tas"))
        return try await OpenDIDServices.start(again)
    }

    /// The files of a role's directory.
    func files(of role: ServiceRole) throws -> Set<String> {
        let names = try FileManager.default.contentsOfDirectory(
            atPath: folder.path(role.rawValue))
        return Set(names.filter { $0.hasSuffix(".sqlite") })
    }

    func stop() async {
        for services in distant.values { await services.stop() }
        await agent.stop()
    }

    /// Starts the servers, gives them to `body` with a new wallet, and stops them.
    static func run(_ body: (SeparateServers, FlowWorld) async throws -> Void) async throws {
        let servers = try await SeparateServers()
        do {
            try await body(
                servers,
                try await FlowWorld(servers.agent, SoftwareBiometricKeyStore { _ in true }, distant: servers.distant))
        } catch {
            await servers.stop()
            throw error
        }
        await servers.stop()
    }
}
