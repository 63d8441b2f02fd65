import Foundation
import SDNValues

extension MXFileStore: MXTokenTurnStore {
    /// Returns a file beside the account's file. It is locked only while tokens are renewed, and stays empty.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `storeFailed` or `missingCredentials`.
    package func tokenTurnFile(for credentials: MXCredentials) throws -> URL? {
        guard sharing == .processes else { return nil }
        let folder = try folder(of: credentials)
        try StoreDirectory.make(folder)
        return folder.appendingPathComponent("tokens.lock", isDirectory: false)
    }
}
