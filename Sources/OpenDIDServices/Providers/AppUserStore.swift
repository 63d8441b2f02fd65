/// Stores the personal data of the app provider's users in encrypted form. A user is found by a keyed hash of the user ID.
struct AppUserStore: Sendable {
    let database: any ServiceDatabase
    let seal: StorageSeal

    /// Returns a user's personal data, or `nil` if the user is unknown.
    func pii(of user: String) async throws -> String? {
        let index = seal.index(user, of: "cas_user")
        guard let sealed = try await database.read({ rows in try rows.appUserData(index) }) else { return nil }
        return String(decoding: try seal.open(sealed, at: "cas_user/\(index)"), as: UTF8.self)
    }

    /// Stores or replaces a user's personal data.
    func save(pii: String, of user: String) async throws {
        let index = seal.index(user, of: "cas_user")
        let sealed = try seal.seal(Array(pii.utf8), at: "cas_user/\(index)")
        try await database.write { rows in try rows.saveAppUserData(sealed, of: index) }
    }
}
