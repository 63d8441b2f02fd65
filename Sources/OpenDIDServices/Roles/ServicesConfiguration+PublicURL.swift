import OpenDID_DataModel

extension ServicesConfiguration {
    /// Returns the URL that messages name for a role's server: this process's, else the one under which the server enrolled, else the configured
    /// address. Returns `nil` if none is known.
    func publicURL(of role: ServiceRole, own: String, registry: any RegistryAccess) async throws -> String? {
        guard !roles.contains(role) else { return own }
        if let did = dids[role], let enrolled = try await registry.provider(did), !enrolled.baseURL.isEmpty {
            return enrolled.baseURL
        }
        return addresses[role]
    }
}
