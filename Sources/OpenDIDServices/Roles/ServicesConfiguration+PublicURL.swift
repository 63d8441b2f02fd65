import OpenDID_DataModel

extension ServicesConfiguration {
    /// The URL that documents name for a role's server: this process, or what the server said when it enrolled, or else the configured
    /// address; `nil` when nobody knows.
    func publicURL(of role: ServiceRole, own: String, registry: any RegistryAccess) async throws -> String? {
        guard !roles.contains(role) else { return own }
        if let did = dids[role], let enrolled = try await registry.provider(did), !enrolled.baseURL.isEmpty { return enrolled.baseURL }
        return addresses[role]
    }
}
