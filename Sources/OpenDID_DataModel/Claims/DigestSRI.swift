import Crypto
import HeraldKeys

/// The digest of a claim's raw data. As text, it is `sha384-` followed by the digest in base64 (OpenDID sheet 3.2).
public struct DigestSRI: Sendable, Hashable, CustomStringConvertible {
    /// A hash function of the SHA-2 family.
    public enum Algorithm: String, Sendable, Hashable, CaseIterable {
        case sha256
        case sha384
        case sha512

        /// The length of the digest, in bytes.
        public var byteCount: Int {
            switch self {
            case .sha256: 32
            case .sha384: 48
            case .sha512: 64
            }
        }

        func hash(_ data: [UInt8]) -> [UInt8] {
            switch self {
            case .sha256: Array(SHA256.hash(data: data))
            case .sha384: Array(SHA384.hash(data: data))
            case .sha512: Array(SHA512.hash(data: data))
            }
        }
    }

    /// The hash function.
    public let algorithm: Algorithm
    public let digest: [UInt8]

    /// Creates the digest of data.
    public init(of data: [UInt8], algorithm: Algorithm = .sha384) {
        self.algorithm = algorithm
        digest = algorithm.hash(data)
    }

    /// Reads `sha256-`, `sha384-` or `sha512-`, followed by the digest in base64 of the standard alphabet, with or without padding.
    /// - Throws: `DataModelError` with code `digest` if the text has another form.
    public init(_ text: String) throws(DataModelError) {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let algorithm = Algorithm(rawValue: String(parts[0])) else {
            throw DataModelError(.digest, field: "digestSRI", reason: "sha256-, sha384- or sha512- and base64 expected")
        }
        let digest: [UInt8]
        do {
            digest = try Base64.decode(parts[1])
        } catch {
            throw DataModelError(.digest, field: "digestSRI", reason: error.reason)
        }
        guard digest.count == algorithm.byteCount else {
            throw DataModelError(
                .digest, field: "digestSRI", reason: "\(algorithm.byteCount) bytes expected, \(digest.count) found")
        }
        self.algorithm = algorithm
        self.digest = digest
    }

    /// The digest as text, such as `sha384-` followed by the digest in base64 with padding.
    public var text: String { "\(algorithm.rawValue)-\(Base64.encode(digest, padding: true))" }
    public var description: String { text }

    /// True if this is the digest of `data`.
    public func matches(_ data: [UInt8]) -> Bool { algorithm.hash(data) == digest }
}
