import OpenDID_DataModel

/// The servers that are registered with the trust agent (OpenDID sheet 5.12).
package protocol ProviderTable {
    /// Returns a provider by its DID.
    /// - Throws: the database's errors.
    func provider(_ did: String, for purpose: RowPurpose) throws -> RegisteredProvider?

    /// Returns the providers of a role, sorted by DID.
    /// - Throws: the database's errors.
    func providers(role: RoleTypeEnum) throws -> [RegisteredProvider]

    /// Returns at most `limit` providers of a role, sorted by DID, after the first `offset` ones.
    /// - Throws: the database's errors.
    func providers(role: RoleTypeEnum, after offset: Int, limit: Int) throws -> [RegisteredProvider]

    /// Returns the URLs of a role's other providers.
    /// - Throws: the database's errors.
    func providerURLs(role: RoleTypeEnum, except did: String) throws -> [String]

    /// Enters or replaces a provider.
    /// - Throws: the database's errors.
    func saveProvider(_ provider: RegisteredProvider) throws
}
