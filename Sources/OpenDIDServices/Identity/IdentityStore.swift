import HeraldJSON
import HeraldKeys
import HeraldP256
import OpenDID_DataModel

/// Stores the servers' private keys, encrypted with the storage key of their role.
struct IdentityStore: Sendable {
    let database: any ServiceDatabase
    let now: @Sendable () -> UTCInstant
    let random: @Sendable (Int) -> [UInt8]

    /// Returns the names of a server's keys (OpenDID sheet 0).
    static func keyNames(of role: ServiceRole) -> [DIDKeyName] {
        role == .tas ? [.assert, .auth, .keyagree, .invoke] : [.assert, .auth, .keyagree]
    }

    /// Returns the identity of a role's server. Keys are created if the server has none.
    /// - Throws: ``ServicesError`` `storageKey` if the keys cannot be decrypted, and `configuration` if the stored identity has another DID.
    func identity(
        of role: ServiceRole, did: DID, name: String, controller: String, certVcRef: String, seal: StorageSeal
    ) async throws -> ProviderIdentity {
        if let stored = try await stored(role, seal: seal) {
            guard stored.document.id == did.text else {
                throw ServicesError(
                    .configuration, field: "dids",
                    reason: "the stored data has keys of \(stored.document.id), not of \(did.text)")
            }
            return ProviderIdentity(
                role: role, name: name, document: stored.document, certVcRef: certVcRef, keys: stored.keys)
        }
        var generator = BytesGenerator(random)
        var keys: [DIDKeyName: SigningKey] = [:]
        for key in Self.keyNames(of: role) { keys[key] = .p256(P256PrivateKey(using: &generator)) }
        var entries: [DIDKeyEntry] = []
        for name in Self.keyNames(of: role) {
            if let key = keys[name] { entries.append(DIDKeyEntry(name, key.verificationKey)) }
        }
        let document = try DIDDocument(did: did, controller: controller, keys: entries, created: now())
        try await keep(role, document, keys, seal: seal)
        // If two processes with the same database start at once, both use the keys that the first one stored.
        guard let kept = try await stored(role, seal: seal) else {
            throw ServicesError(.dataUnwritable, field: role.rawValue, reason: "the keys were not stored")
        }
        return ProviderIdentity(role: role, name: name, document: kept.document, certVcRef: certVcRef, keys: kept.keys)
    }

    private func stored(_ role: ServiceRole, seal: StorageSeal) async throws -> (
        document: DIDDocument, keys: [DIDKeyName: SigningKey]
    )? {
        guard let found = try await database.read({ rows in try rows.identity(of: role.rawValue) }) else { return nil }
        let texts = try JSONModelDecoder().decode(
            [String: String].self, from: seal.open(found.keys, at: Self.place(of: role)))
        var keys: [DIDKeyName: SigningKey] = [:]
        for (name, hex) in texts {
            guard let name = DIDKeyName(rawValue: name) else { continue }
            keys[name] = .p256(try P256PrivateKey(bytes: Hex.decode(hex)))
        }
        return (try JSONModelDecoder().decode(DIDDocument.self, from: found.document), keys)
    }

    private func keep(_ role: ServiceRole, _ document: DIDDocument, _ keys: [DIDKeyName: SigningKey], seal: StorageSeal)
        async throws
    {
        var texts: [String: String] = [:]
        for case (let name, .p256(let key)) in keys { texts[name.rawValue] = Hex.encode(key.exposedBytes) }
        let identity = StoredIdentity(
            did: document.id, document: try document.canonicalBytes(),
            keys: try seal.seal(try JSONModelEncoder().canonicalBytes(texts), at: Self.place(of: role)))
        try await database.write { rows in try rows.insertIdentityIfAbsent(identity, of: role.rawValue) }
    }

    /// Returns the place to which the encrypted keys of a role's server are bound.
    static func place(of role: ServiceRole) -> String { "\(role.rawValue)/identity" }
}
