import Foundation

/// A handler that is called with a certificate (DER) that the system does not trust. Returning true accepts it for this client (SDN sheet 5.4).
public typealias MXHTTPClientOnUnrecognizedCertificate = @Sendable (_ certificate: Data) -> Bool
