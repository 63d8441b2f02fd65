import OpenDID_DataModel

/// The servers that are registered with the trust agent (OpenDID sheet 5.12).
package protocol ProviderTable {
    /// Returns a provider by its DID.
    func provider(_ did: String, for purpose: RowPurpose) throws -> RegisteredProvider?

    /// Returns the providers of a role, sorted by DID.
    func providers(role: RoleTypeEnum) throws -> [RegisteredProvider]

    /// Returns at most `limit` providers of a role, sorted by DID, after the first `offset` ones.
    func providers(role: RoleTypeEnum, after offset: Int, limit: Int) throws -> [RegisteredProvider]

    /// Returns the URLs of a role's other providers.
    func providerURLs(role: RoleTypeEnum, except did: String) throws -> [String]

    /// Enters or replaces a provider.
    func saveProvider(_ provider: RegisteredProvider) throws
}
