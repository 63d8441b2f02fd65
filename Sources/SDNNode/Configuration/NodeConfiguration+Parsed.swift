import HeraldPeer

/// Values that are computed from those of the configuration.
extension NodeConfiguration {
    /// True if accounts can have passwords.
    var allowsPasswords: Bool { enableRegistration || registrationSecret != nil }

    /// Parses ``trustedProxies``.
    func proxies() throws(NodeError) -> TrustedProxies {
        do throws(TrustedProxies.Malformed) {
            return try TrustedProxies(trustedProxies)
        } catch {
            throw NodeError(.configuration, field: "trustedProxies", reason: error.reason)
        }
    }

    /// Parses ``metricsReaders``.
    func readers() throws(NodeError) -> TrustedAddresses {
        do throws(TrustedAddresses.Malformed) {
            return try TrustedAddresses(metricsReaders)
        } catch {
            throw NodeError(.configuration, field: "metricsReaders", reason: error.reason)
        }
    }

    /// Reads the certificate and the key of ``tls``.
    func certificates() throws(NodeError) -> TLSCertificates? {
        guard let tls else { return nil }
        do throws(TLSCertificates.Failure) {
            return try TLSCertificates(.init(certificate: tls.certificate, key: tls.key))
        } catch {
            throw NodeError(error)
        }
    }
}

/// The files with which a node serves TLS itself, in PEM.
public struct TLSFiles: Sendable, Hashable {
    /// The path of the certificate and its chain, the node's own certificate first.
    public var certificate: String
    /// The path of the private key. It has no passphrase.
    public var key: String

    /// Names the files.
    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}

extension NodeError {
    /// Describes files that cannot be used for TLS.
    init(_ failure: TLSCertificates.Failure) {
        self.init(.configuration, field: failure.path, reason: failure.reason)
    }
}
