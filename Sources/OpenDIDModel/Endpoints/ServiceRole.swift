/// A server of OpenDID. The raw value is the part of the path that names the server (OpenDID sheet 5.2).
public enum ServiceRole: String, Sendable, Hashable, Codable, CaseIterable {
    /// The trust agent.
    case tas
    /// The list provider, which offers plans and the list of allowed apps. It is part of the trust agent.
    case list
    /// The notification provider. It is part of the trust agent.
    case noti
    /// The app provider.
    case cas
    /// The wallet provider.
    case wallet
    /// The issuer of credentials.
    case issuer
    /// The verifier of presentations.
    case verifier
    /// The gateway, which answers look-ups in the registry.
    case gateway

    /// The beginning of this server's paths, such as `/tas/api/v1`.
    public var basePath: String {
        self == .gateway ? "/api-gateway/api/v1" : "/\(rawValue)/api/v1"
    }

    /// The beginning of the paths of upstream's administration, such as `/issuer/admin/v1`. Herald's servers answer only those
    /// administrative requests that upstream's demo sends.
    public var administrativePath: String {
        self == .gateway ? "/api-gateway/admin/v1" : "/\(rawValue)/admin/v1"
    }

    /// The endpoint of the server's certificate credential (OpenDID sheet 5.2), or `nil` for a server without a certificate of its own.
    public var certificateEndpoint: ServiceEndpoint<ServiceQuery, VerifiableCredential>? {
        certificateRole.map { _ in OpenDIDEndpoints.certificate(of: self) }
    }

    /// The role in the server's certificate credential (OpenDID sheet 6.5), or `nil` for a server without a certificate of its own.
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
