import HeraldKeys
import OpenDID_DataModel
import TestSupport

@testable import OpenDIDServices

/// A trust agent with the registry in one "process", issuer and verifier in another with a database of their own, and a line between them.
struct DistantWorld: Sendable {
    let agent: CoreWorld
    /// Issuer and verifier; its `registry` is the trust agent's.
    let world: IssuanceWorld
    let line: PeerLine
    private let directory: TemporaryFolder

    /// - Parameter shared: where both "processes" keep everything; each in a place of its own when `nil`.
    init(shared: TemporaryFolder? = nil) async throws {
        let (line, directory) = (PeerLine(), try shared ?? TemporaryFolder())
        let agent = try await CoreWorld { configuration in
            configuration.roles = [.tas, .list, .noti, .gateway]
            configuration.peerTransport = line
            configuration.limits = .unlimited
            if let shared { configuration.storage = .directory(shared.url) }
        }
        line.connect(agent.router, at: CoreWorld.baseURL)
        world = try await IssuanceWorld(registry: agent.registry) { configuration in
            configuration.roles = [.issuer, .verifier]
            configuration.storage = .directory(directory.url)
            Self.join(&configuration, over: line)
        }
        line.connect(world.router, at: IssuanceWorld.baseURL)
        (self.agent, self.line, self.directory) = (agent, line, directory)
    }

    /// Makes a process one whose trust agent is ``agent``.
    static func join(_ configuration: inout ServicesConfiguration, over line: PeerLine) {
        configuration.addresses = [.tas: CoreWorld.baseURL]
        configuration.peerToken = ServiceSecret(CoreWorld.peerToken)
        configuration.enrolmentTimeout = .zero
        configuration.peerTransport = line
    }

    func identity(_ role: ServiceRole) async throws -> ProviderIdentity {
        try await world.assembly.identity(of: role, baseURL: IssuanceWorld.baseURL)
    }

    /// The registry as one of the distant servers asks it.
    func registry(as role: ServiceRole) async throws -> any RegistryAccess {
        world.assembly.registry.access(for: role, as: try await identity(role))
    }

    /// Sends a change of the registry, signed by one of the servers, and says with which code it is answered: `200` when it is made.
    func change(
        _ changes: [ChangeRegistry.Change], by role: ServiceRole, token: String? = CoreWorld.peerToken,
        alter: (inout ChangeRegistry) -> Void = { _ in }
    ) async throws -> String {
        let signer = try await identity(role)
        let request = ChangeRegistry(
            id: world.messageID(), provider: signer.provider,
            nonce: Multibase.encode(world.chance.bytes(16), as: .base58btc),
            changes: changes)
        var signed = try await signer.sign(request, created: world.now)
        alter(&signed)
        return try await send(signed, token: token)
    }

    func send(_ request: ChangeRegistry, token: String? = CoreWorld.peerToken) async throws -> String {
        let answer = try await agent.post(
            OpenDIDEndpoints.Registry.change, request, token: token, origin: .network("192.0.2.7"))
        guard answer.status == 200 else { return "\(answer.status) \(answer.code ?? "none")" }
        return try answer.value(_ChangeRegistry.self).refusal?.code ?? "200"
    }
}
