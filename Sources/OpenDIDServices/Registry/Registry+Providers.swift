import OpenDID_DataModel

/// The servers that are registered with the trust agent.
extension Registry {
    package func provider(_ did: String) async throws -> RegisteredProvider? {
        try await database.read { rows in try rows.provider(did, for: .read) }
    }

    package func providers(_ role: RoleTypeEnum) async throws -> [RegisteredProvider] {
        try await database.read { rows in try rows.providers(role: role) }
    }

    /// Enters or replaces a provider.
    package func save(_ provider: RegisteredProvider) async throws {
        try await database.write { rows in try rows.saveProvider(provider) }
    }

    /// True if another provider of the same role has this URL. An issuer's URL is part of the IDs of its schemas, so two issuers must not
    /// share a URL.
    static func isTaken(_ url: String, of role: RoleTypeEnum, for did: String, in rows: any ServiceRows) throws -> Bool
    {
        try rows.providerURLs(role: role, except: did).contains { spelling($0) == spelling(url) }
    }

    /// Returns the form in which two URLs are compared. Letter case and a slash at the end make no difference.
    private static func spelling(_ url: String) -> String {
        let text = url.lowercased()
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}
