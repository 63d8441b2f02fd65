import OpenDID_DataModel
import Synchronization

/// The registry of another process did not answer, or not so that it can be read.
package struct RegistryUnreachable: Error, Sendable, Hashable, CustomStringConvertible {
    /// Without full stop.
    package let reason: String

    package var description: String { "the registry: \(reason)" }
}

/// Remembers that the registry failed to answer while a request was worked on.
///
/// A verification that cannot resolve a DID fails, as it must, and says so with a code that blames the sender. Whoever answers the request
/// finds here that the sender is not to blame.
final class RegistryOutage: Sendable {
    @TaskLocal static var current: RegistryOutage?
    private let happened = Mutex(false)

    var hasHappened: Bool { happened.withLock { $0 } }

    static func note() { current?.happened.withLock { $0 = true } }
}

extension RouteTable {
    /// The same endpoints; one that fails while the registry does not answer says that, with its server's code.
    func tellingOutages() -> RouteTable {
        mapped { route, path in
            { request, client in
                let outage = RegistryOutage()
                do {
                    return try await RegistryOutage.$current.withValue(outage) { try await route.respond(request, client) }
                } catch {
                    guard outage.hasHappened else { throw error }
                    throw ServiceError(route.role.registryUnreachable(at: path))
                }
            }
        }
    }
}

extension ServiceRole {
    /// What this server says when the registry does not answer, as upstream's servers say of theirs.
    func registryUnreachable(at path: String) -> ServiceErrorCode {
        switch self {
        case .tas, .list, .noti: TASError.peerUnreachable
        case .cas: CASError.registryUnreachable
        case .wallet: WalletProviderError.registryUnreachable
        case .issuer: IssuerError.registryUnreachable
        case .verifier: VerifierError.registryUnreachable
        case .gateway: path == OpenDIDEndpoints.Gateway.vcMeta.path ? GatewayError.credentialUnreachable : GatewayError.documentUnreachable
        }
    }
}
