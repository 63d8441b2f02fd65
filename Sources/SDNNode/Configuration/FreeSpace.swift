import Foundation

extension NodeConfiguration {
    /// Returns the free bytes of the disk that a folder is on; `nil` if the system does not say.
    static let systemFreeSpace: @Sendable (URL) -> Int64? = { folder in
        let facts = try? FileManager.default.attributesOfFileSystem(forPath: folder.path)
        return (facts?[.systemFreeSize] as? NSNumber)?.int64Value
    }
}
