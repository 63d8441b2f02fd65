import OpenDID_DataModel
import Synchronization

/// Another process's registry sent no answer, or one that cannot be read.
package struct RegistryUnreachable: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason, without a full stop.
    package let reason: String

    package var description: String { "the registry: \(reason)" }
}

/// Records that the registry did not answer while a request was processed.
///
/// A verification that cannot resolve a DID fails with a code that blames the sender. The server that answers the request reads here that
/// the sender is not to blame.
final class RegistryOutage: Sendable {
    @TaskLocal static var current: RegistryOutage?
    private let happened = Mutex(false)

    var hasHappened: Bool { happened.withLock { $0 } }

    static func note() { current?.happened.withLock { $0 = true } }
}

extension RouteTable {
    /// Returns the same endpoints. An endpoint that fails while the registry does not answer reports that, with its server's code.
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
    /// Returns the error code for a registry that does not answer, as upstream's servers use it for their blockchain.
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
