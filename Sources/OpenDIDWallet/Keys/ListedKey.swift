import OpenDID_DataModel

/// A key in a document's list. It is compared by name and key, because a key from an earlier run may have the name of a current one.
struct ListedKey: Hashable {
    let id: String
    let publicKey: [UInt8]

    init(_ key: KeyRecord) {
        id = key.id
        publicKey = key.publicKey.bytes
    }

    private init?(_ method: DIDDocument.VerificationMethod) {
        guard let key = try? VerificationKey(method) else { return nil }
        id = method.id
        publicKey = key.compressed
    }

    static func all(of document: DIDDocument) -> Set<ListedKey> {
        Set(document.verificationMethod.compactMap { ListedKey($0) })
    }
}
