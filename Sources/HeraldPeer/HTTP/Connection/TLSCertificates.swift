import NIOSSL
import Synchronization

/// The certificate and the private key of a listener that serves TLS itself. They are read anew while it serves.
package final class TLSCertificates: Sendable {
    /// The files in PEM: the certificate with its chain, the server's own first, and the private key.
    package struct Files: Sendable, Hashable {
        package var certificate: String
        package var key: String

        package init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// The error of files that cannot be used.
    package struct Failure: Error, Sendable, Hashable {
        package let path: String
        /// The reason, without a full stop.
        package let reason: String
    }

    private let files: Files
    private let current: Mutex<NIOSSLContext>

    /// Reads the files.
    /// - Throws: ``Failure``.
    package init(_ files: Files) throws(Failure) {
        self.files = files
        current = Mutex(try Self.read(files))
    }

    /// Reads the files again. New connections use them. Open connections go on with what they have.
    /// - Throws: ``Failure``. New connections then continue with the earlier certificate.
    package func reload() throws(Failure) {
        let new = try Self.read(files)
        current.withLock { $0 = new }
    }

    /// The certificate and key for new connections.
    var context: NIOSSLContext { current.withLock(\.self) }

    private static func read(_ files: Files) throws(Failure) -> NIOSSLContext {
        let chain: [NIOSSLCertificate]
        do {
            chain = try NIOSSLCertificate.fromPEMFile(files.certificate)
        } catch {
            throw Failure(path: files.certificate, reason: "the file cannot be read, or has no certificate in PEM")
        }
        guard !chain.isEmpty else {
            throw Failure(path: files.certificate, reason: "the file has no certificate in PEM")
        }
        let key: NIOSSLPrivateKey
        do {
            key = try NIOSSLPrivateKey(file: files.key, format: .pem)
        } catch {
            throw Failure(
                path: files.key, reason: "the file cannot be read, or has no private key in PEM without a passphrase")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        do {
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw Failure(path: files.key, reason: "the private key is not that of the certificate")
        }
    }
}
