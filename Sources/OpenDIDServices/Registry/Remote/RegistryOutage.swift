import OpenDID_DataModel
import Synchronization

/// The registry of another process sent no answer, or one that cannot be read.
package struct RegistryUnreachable: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason, without a full stop.
    package let reason: String

    package var description: String { "the registry: \(reason)" }
}

/// Records that the registry did not answer while a server processed a request.
///
/// If a DID cannot be resolved, a verification fails with a code that blames the sender of the message. With this record, the server knows
/// that the sender is not to blame, and answers with another code.
final class RegistryOutage: Sendable {
    @TaskLocal static var current: RegistryOutage?
    private let happened = Mutex(false)

    var hasHappened: Bool { happened.withLock { $0 } }

    static func note() { current?.happened.withLock { $0 = true } }
}

extension RouteTable {
    /// Returns the same endpoints with changed handlers. If a request fails and the registry did not answer meanwhile, the handler reports
    /// that the registry does not answer, with the code of its server.
    func tellingOutages() -> RouteTable {
        mapped { route, path in
            { request, client in
                let outage = RegistryOutage()
                do {
                    return try await RegistryOutage.$current.withValue(outage) {
                        try await route.respond(request, client)
                    }
                } catch {
                    guard outage.hasHappened else { throw error }
                    throw ServiceError(route.role.registryUnreachable(at: path))
                }
            }
        }
    }
}

extension ServiceRole {
    /// Returns the error code for a registry that does not answer. Upstream's servers use this code if their blockchain does not answer.
    func registryUnreachable(at path: String) -> ServiceErrorCode {
        switch self {
        case .tas, .list, .noti: TASError.peerUnreachable
        case .cas: CASError.registryUnreachable
        case .wallet: WalletProviderError.registryUnreachable
        case .issuer: IssuerError.registryUnreachable
        case .verifier: VerifierError.registryUnreachable
        case .gateway:
            path == OpenDIDEndpoints.Gateway.vcMeta.path
                ? GatewayError.credentialUnreachable : GatewayError.documentUnreachable
        }
    }
}
