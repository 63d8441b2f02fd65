import HeraldKeys
import OpenDID_DataModel

/// The keys of another party as a wallet met them: what a gateway shows later is compared with them.
public struct ProviderKeys: Codable, Sendable, Hashable {
    /// Whose keys they are.
    public let did: String
    /// The newest version of the DID document that counted.
    public let versionId: String
    /// Each as its type, a space, and the compressed key in multibase `z`; sorted.
    public let keys: [String]

    /// The keys of a document.
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
