import Foundation
import SDNWire

extension MXRestClient {
    /// The versions of the client API that the node speaks. From then on the client uses the newest paths that they have. SDN sheet 3.2.
    public func supportedSDNVersions() async throws -> MXSDNVersions {
        let answer = try await perform(Endpoints.versions, NoInput())
        learn(answer.versions)
        return MXSDNVersions(answer)
    }

    /// What the domain says about its node, from `.well-known/sdn/client` (`.well-known/matrix/client` with root `_matrix`).
    ///
    /// The domain is ``MXSDKOptions/wellknownDomainUrl``, or else the node itself. SDN sheet 3.2.
    public func wellKnow() async throws -> MXWellKnown { try await wellKnown(retry: .standard) }

    func wellKnown(retry: RetryRule) async throws -> MXWellKnown {
        let endpoint = apiRoot == .api ? Endpoints.wellKnownSDN : Endpoints.wellKnownMatrix
        return try await perform(endpoint, NoInput(), as: MXWellKnown.self, retry: retry, url: try wellKnownURL(for: endpoint.path))
    }

    /// What the node can do, such as its room versions. SDN sheet 3.2.
    public func capabilities() async throws -> MXCapabilities {
        try await perform(Endpoints.capabilities, NoInput(), as: MXCapabilities.self)
    }

    /// What the node can do, capability by capability. SDN sheet 3.2.
    public func nodeCapabilities() async throws -> MXNodeCapabilities {
        try await perform(Endpoints.capabilities, NoInput(), as: MXNodeCapabilities.self)
    }

    private func wellKnownURL(for path: PathTemplate) throws -> URL? {
        guard var domain = options.wellknownDomainUrl else { return nil }
        while domain.hasSuffix("/") { domain.removeLast() }
        guard let url = URL(string: domain + (try path.render(root: apiRoot, parameters: [:]))) else {
            throw SDNSDKError(.invalidArgument, field: "wellknownDomainUrl", reason: "this is no URL")
        }
        return url
    }
}
