import OpenDID_DataModel

/// A key as a document lists it. By name and key: a key that was left from another run may have the name of one that stays.
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

    static func all(of document: DIDDocument) -> Set<ListedKey> { Set(document.verificationMethod.compactMap { ListedKey($0) }) }
}
