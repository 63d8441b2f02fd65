/// A server of OpenDID, by the part of the path that names it (OpenDID sheet 5.2).
public enum ServiceRole: String, Sendable, Hashable, Codable, CaseIterable {
    /// The trust agent.
    case tas
    /// The list provider: plans and allowed apps. It lives inside the trust agent.
    case list
    /// The notification provider. It lives inside the trust agent.
    case noti
    /// The app provider's server side.
    case cas
    /// The wallet provider.
    case wallet
    /// Issues credentials.
    case issuer
    /// Asks for presentations.
    case verifier
    /// The read-only front of the registry.
    case gateway

    /// What every path of this server starts with, such as `/tas/api/v1`.
    public var basePath: String {
        self == .gateway ? "/api-gateway/api/v1" : "/\(rawValue)/api/v1"
    }

    /// What the paths of upstream's administration start with, such as `/issuer/admin/v1`. Few of them are served: those that its demo calls.
    public var administrativePath: String {
        self == .gateway ? "/api-gateway/admin/v1" : "/\(rawValue)/admin/v1"
    }

    /// Where its certificate credential is had (OpenDID sheet 5.2); `nil` for a server that has none of its own.
    public var certificateEndpoint: ServiceEndpoint<ServiceQuery, VerifiableCredential>? {
        certificateRole.map { _ in OpenDIDEndpoints.certificate(of: self) }
    }

    /// What its certificate credential must say (OpenDID sheet 6.5); `nil` for a server that has none of its own.
    public var certificateRole: RoleTypeEnum? {
        switch self {
        case .tas: .Tas
        case .cas: .CAS_SERVICE
        case .wallet: .WalletProvider
        case .issuer: .Issuer
        case .verifier: .Verifier
        case .list, .noti, .gateway: nil
        }
    }
}
