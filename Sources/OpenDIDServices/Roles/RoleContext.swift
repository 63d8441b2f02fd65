import HeraldKeys
import Logging
import OpenDID_DataModel

/// Everything that a server works with.
package struct RoleContext: Sendable {
    package let role: ServiceRole
    package let configuration: ServicesConfiguration
    /// The base URL of this process as others reach it, such as `http://127.0.0.1:8090`.
    package let baseURL: String
    package let registry: any RegistryAccess
    package let transactions: TransactionStore
    /// Takes away what is over.
    package let sweeper: Sweeper
    /// For the server's own tables.
    package let database: ServiceDatabase
    /// For secrets and personal data in the server's own tables.
    package let seal: StorageSeal
    package let peers: PeerClient
    package let logger: Logger
    let ownIdentity: ProviderIdentity?
    let ownRegistrar: Registrar?

    package var now: @Sendable () -> UTCInstant { configuration.now }
    package var random: @Sendable (Int) -> [UInt8] { configuration.random }

    /// Who this server is.
    /// - Throws: ``ServicesError`` `configuration` for the list, notification and gateway servers, which are nobody.
    package var identity: ProviderIdentity {
        get throws(ServicesError) {
            guard let ownIdentity else { throw ServicesError(.configuration, field: role.rawValue, reason: "this server has no identity") }
            return ownIdentity
        }
    }

    /// The trust agent's hand at the registry.
    /// - Throws: ``ServicesError`` `configuration` for every other server.
    package var registrar: Registrar {
        get throws(ServicesError) {
            guard let ownRegistrar else { throw ServicesError(.configuration, field: role.rawValue, reason: "only the trust agent registers") }
            return ownRegistrar
        }
    }

    /// A new UUID, as transactions, offers, profiles and credentials have it (OpenDID sheet 1.4).
    package func uuid() -> String { MessageID.uuid(randomBytes: random(MessageID.uuidByteCount)) }
    /// The `id` of a new message to another server.
    package func messageID() -> String { MessageID.make(at: now(), randomBytes: random(MessageID.randomByteCount)) }
    /// A nonce of 16 bytes in base58btc (OpenDID sheet 1.2).
    package func nonce() -> String { Multibase.encode(random(16), as: .base58btc) }

    /// The URL that documents name for a role's server; `nil` when nobody knows.
    package func publicURL(of role: ServiceRole) async throws -> String? {
        try await configuration.publicURL(of: role, own: baseURL, registry: registry)
    }
}
