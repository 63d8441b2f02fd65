import HeraldKeys
import Logging
import OpenDID_DataModel

/// The objects that one server uses.
package struct RoleContext: Sendable {
    package let role: ServiceRole
    package let configuration: ServicesConfiguration
    /// The base URL under which clients reach this process, such as `http://127.0.0.1:8090`.
    package let baseURL: String
    package let registry: any RegistryAccess
    package let transactions: TransactionStore
    /// Deletes expired rows.
    package let sweeper: Sweeper
    /// The database with the server's own tables.
    package let database: any ServiceDatabase
    /// Encrypts secrets and personal data in the server's own tables.
    package let seal: StorageSeal
    package let peers: PeerClient
    package let logger: Logger
    let ownIdentity: ProviderIdentity?
    let ownRegistrar: Registrar?

    package var now: @Sendable () -> UTCInstant { configuration.now }
    package var random: @Sendable (Int) -> [UInt8] { configuration.random }

    /// The server's identity.
    /// - Throws: ``ServicesError`` `configuration` for the list provider, the notification provider and the gateway, because they have no
    /// identity.
    package var identity: ProviderIdentity {
        get throws(ServicesError) {
            guard let ownIdentity else {
                throw ServicesError(.configuration, field: role.rawValue, reason: "this server has no identity")
            }
            return ownIdentity
        }
    }

    /// Registers DID documents and issues certificates with the trust agent's keys.
    /// - Throws: ``ServicesError`` `configuration` if this server is not the trust agent.
    package var registrar: Registrar {
        get throws(ServicesError) {
            guard let ownRegistrar else {
                throw ServicesError(
                    .configuration, field: role.rawValue, reason: "only the trust agent can register DID documents")
            }
            return ownRegistrar
        }
    }

    /// Returns a new UUID for a transaction, offer, profile or credential (OpenDID sheet 1.4).
    package func uuid() -> String { MessageID.uuid(randomBytes: random(MessageID.uuidByteCount)) }
    /// Returns the `id` of a new message to another server.
    package func messageID() -> String { MessageID.make(at: now(), randomBytes: random(MessageID.randomByteCount)) }
    /// Returns a nonce of 16 bytes in base58btc (OpenDID sheet 1.2).
    package func nonce() -> String { Multibase.encode(random(16), as: .base58btc) }

    /// Returns the URL of a role's server as messages contain it, or `nil` if the URL is unknown.
    package func publicURL(of role: ServiceRole) async throws -> String? {
        try await configuration.publicURL(of: role, own: baseURL, registry: registry)
    }
}

extension ServicesConfiguration {
    /// Returns the URL of a role's server as messages contain it, or `nil` if no URL is known. If this process runs the role, it is the URL
    /// of this process. Otherwise it is the URL with which the server enrolled, or else the configured address.
    func publicURL(of role: ServiceRole, own: String, registry: any RegistryAccess) async throws -> String? {
        guard !roles.contains(role) else { return own }
        if let did = dids[role], let enrolled = try await registry.provider(did), !enrolled.baseURL.isEmpty {
            return enrolled.baseURL
        }
        return addresses[role]
    }
}
