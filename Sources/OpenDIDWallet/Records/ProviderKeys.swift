import HeraldKeys
import OpenDID_DataModel

/// The keys of a server's operator when this wallet last checked them. The wallet compares them with the keys that a gateway returns later.
public struct ProviderKeys: Codable, Sendable, Hashable {
    /// The DID of the operator.
    public let did: String
    /// The newest version of the DID document that was accepted.
    public let versionId: String
    /// The keys, sorted. Each is the key's type, a space, and the compressed key in multibase `z`.
    public let keys: [String]

    /// Creates the value from the keys in a document, together with keys that were known before.
    init(_ document: DIDDocument, beside earlier: [String] = []) {
        did = document.id
        versionId = document.versionId
        let own = document.verificationMethod.compactMap { method in (try? VerificationKey(method)).map(Self.text) }
        keys = Set(own + earlier).sorted()
    }

    func contains(_ key: VerificationKey) -> Bool { keys.contains(Self.text(key)) }

    private static func text(_ key: VerificationKey) -> String {
        "\(key.keyType.rawValue) \(Multibase.encode(key.compressed, as: .base58btc))"
    }
}
