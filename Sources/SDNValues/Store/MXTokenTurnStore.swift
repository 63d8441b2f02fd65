import Foundation

/// A store that several processes share, and that gives them a file to lock while one of them renews the tokens of its account.
package protocol MXTokenTurnStore: MXStore {
    /// Returns the file, in a folder that exists; `nil` when no other process uses the store. The store need not be open.
    /// - Throws: ``SDNSDKError`` with code `storeFailed` or `missingCredentials`.
    func tokenTurnFile(for credentials: MXCredentials) throws -> URL?
}
