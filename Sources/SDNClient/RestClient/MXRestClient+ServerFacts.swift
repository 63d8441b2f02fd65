import Foundation
import SDNValues
import SDNWire

extension MXRestClient {
    /// Returns the versions of the client API that the node supports. Later calls use the newest paths of these versions (SDN sheet 3.2).
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func supportedSDNVersions() async throws -> MXSDNVersions {
        let answer = try await perform(Endpoints.versions, NoInput())
        learn(answer.versions)
        return MXSDNVersions(answer)
    }

    /// Returns the domain's document about its node, from `.well-known/sdn/client` (`.well-known/matrix/client` with root `_matrix`).
    ///
    /// The domain is ``MXSDKOptions/wellknownDomainUrl``. Without it the node itself is asked (SDN sheet 3.2).
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func wellKnow() async throws -> MXWellKnown { try await wellKnown(retry: .standard) }

    package func wellKnown(retry: RetryRule) async throws -> MXWellKnown {
        let endpoint = apiRoot == .api ? Endpoints.wellKnownSDN : Endpoints.wellKnownMatrix
        return try await perform(
            endpoint, NoInput(), as: MXWellKnown.self, retry: retry, url: try wellKnownURL(for: endpoint.path))
    }

    /// Returns the node's capabilities, such as its room versions (SDN sheet 3.2).
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func capabilities() async throws -> MXCapabilities {
        try await perform(Endpoints.capabilities, NoInput(), as: MXCapabilities.self)
    }

    /// Returns the node's capabilities in detail (SDN sheet 3.2).
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func nodeCapabilities() async throws -> MXNodeCapabilities {
        try await perform(Endpoints.capabilities, NoInput(), as: MXNodeCapabilities.self)
    }

    private func wellKnownURL(for path: PathTemplate) throws -> URL? {
        guard var domain = options.wellknownDomainUrl else { return nil }
        while domain.hasSuffix("/") { domain.removeLast() }
        guard let url = URL(string: domain + (try path.render(root: apiRoot, parameters: [:]))) else {
            throw SDNSDKError(.invalidArgument, field: "wellknownDomainUrl", reason: "expected a URL")
        }
        return url
    }
}
