import HeraldJSON
import HeraldKeys
import OpenDID_DataModel

/// The API gateway: read-only access to the registry (OpenDID sheet 5.2).
struct GatewayRole: RoleModule {
    static let role = ServiceRole.gateway

    private let registry: any RegistryAccess

    init(_ context: RoleContext) async throws { registry = context.registry }

    func addRoutes(to routes: inout RouteTable) {
        routes.on(OpenDIDEndpoints.Gateway.didDoc) { query, _ in try await document(query["did"]) }
        routes.on(OpenDIDEndpoints.Gateway.vcMeta) { query, _ in try await meta(query["vcId"]) }
        // These endpoints always answer that the object does not exist, with upstream's code, because anonymous credentials of release 2
        // are not supported.
        routes.on(OpenDIDEndpoints.Gateway.zkpCredentialSchema) { _, _ in
            throw GatewayError.zkpSchemaUnknown("anonymous credentials are not offered")
        }
        routes.on(OpenDIDEndpoints.Gateway.zkpCredentialDefinition) { _, _ in
            throw GatewayError.zkpDefinitionUnknown("anonymous credentials are not offered")
        }
    }

    /// Returns the document of a DID together with the status of the DID. Upstream's gateway does not send the status, so its clients treat
    /// a revoked DID as active. Clients that do not know the member for the status ignore it.
    private func document(_ text: String?) async throws -> DIDDocVO {
        guard let text, !text.isEmpty else { throw GatewayError.didUnknown("did: the parameter is missing") }
        guard let url = try? DIDURL(text) else { throw ServiceError(GatewayError.didInvalid) }
        guard let found = try await registry.resolve(url.did, versionId: url.versionId) else {
            throw ServiceError(GatewayError.didUnknown)
        }
        var answer = try DIDDocVO(document: found.document, as: .base64)
        answer.unknownMembers.members["status"] = .string(found.status.rawValue)
        if let terminated = found.terminated { answer.unknownMembers.members["terminated"] = .string(terminated.text) }
        return answer
    }

    private func meta(_ id: String?) async throws -> VCMetaVO {
        guard let id, !id.isEmpty else { throw ServiceError(GatewayError.credentialIDInvalid) }
        guard let meta = try await registry.credential(id) else { throw ServiceError(GatewayError.credentialUnknown) }
        return VCMetaVO(vcId: id, vcMeta: try MultibaseEnvelope.seal(meta))
    }
}
