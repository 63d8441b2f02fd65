import Crypto
import Foundation
import HeraldKeys
import HeraldLocks

/// The key of P-256 with which a gateway signs logins at its homeserver. Printing it shows no secret.
package struct GatewayKey: Sendable, CustomStringConvertible, CustomReflectable {
    private let key: P256.Signing.PrivateKey
    /// The largest size of a key file, in bytes.
    private static let largestFile = 64 << 10

    /// Creates a new key.
    package init() { key = P256.Signing.PrivateKey() }

    /// Reads a private key in PEM form.
    /// - Throws: ``GatewayError`` naming `key`.
    package init(pem: String) throws(GatewayError) {
        do {
            key = try P256.Signing.PrivateKey(pemRepresentation: pem)
        } catch {
            throw GatewayError(
                .key, field: "key", reason: "the file has no private key of P-256; create one with herald gateway init")
        }
    }

    /// Reads a private key from a PEM file that only its owner may read.
    /// - Throws: ``GatewayError`` naming the path.
    package init(file path: String) throws(GatewayError) {
        let text = try Self.text(ofFile: path)
        do throws(GatewayError) {
            try self.init(pem: text)
        } catch {
            throw GatewayError(.key, field: path, reason: error.reason)
        }
    }

    /// Reads the private key of an app's vendor from a file with 64 hexadecimal digits that only its owner may read.
    /// - Throws: ``GatewayError`` naming the path.
    package static func applicationKey(file path: String) throws(GatewayError) -> Secp256k1PrivateKey {
        let text = try text(ofFile: path).trimmingCharacters(in: .whitespacesAndNewlines)
        guard let bytes = try? Hex.decode(text), let key = try? Secp256k1PrivateKey(bytes: bytes) else {
            throw GatewayError(
                .key, field: path, reason: "the file has no private key of secp256k1, as 64 hexadecimal digits")
        }
        return key
    }

    private static func text(ofFile path: String) throws(GatewayError) -> String {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw GatewayError(.key, field: path, reason: "the key file cannot be opened for reading")
        }
        defer { try? handle.close() }
        guard !PrivateFile.isOpenToOthers(descriptor: handle.fileDescriptor) else {
            throw GatewayError(.key, field: path, reason: "others may read the key file, so run: chmod 600 \(path)")
        }
        guard let bytes = try? handle.read(upToCount: largestFile), let text = String(data: bytes, encoding: .utf8)
        else { throw GatewayError(.key, field: path, reason: "the key file cannot be read as text") }
        return text
    }

    /// Writes the private key to a new file that only its owner may read.
    /// - Throws: ``GatewayError`` naming the path, also if the file exists.
    package func write(to path: String) throws(GatewayError) {
        let isNew: Bool
        do throws(PrivateFile.Failure) {
            isNew = try PrivateFile.create(Array((key.pemRepresentation + "\n").utf8), at: path)
        } catch {
            throw GatewayError(.key, field: path, reason: error.reason)
        }
        guard isNew else {
            throw GatewayError(
                .key, field: path, reason: "the file exists already and is not overwritten, so name another file")
        }
    }

    /// The public key in PEM form, as the homeserver's configuration needs it.
    package var publicPEM: String { key.publicKey.pemRepresentation }

    /// Returns the signature of ES256 (RFC 7518, 3.4): the numbers r and s, with 32 bytes each.
    /// - Throws: the errors of swift-crypto.
    func signature(of bytes: [UInt8]) throws -> [UInt8] { [UInt8](try key.signature(for: bytes).rawRepresentation) }

    /// Returns true if the signature of ES256 is by this key.
    package func isSignature(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        (try? P256.Signing.ECDSASignature(rawRepresentation: signature)).map {
            key.publicKey.isValidSignature($0, for: bytes)
        } ?? false
    }

    package var description: String { "GatewayKey(redacted)" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
