import Foundation

/// A directory for the servers' data, gone when the measurement ends.
final class HostileFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "herald-hostile-" + UUID().uuidString, isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func place(_ name: String) -> URL { url.appendingPathComponent(name.replacingOccurrences(of: " ", with: "-")) }

    /// A copy of the files of one server, for another one.
    func copy(_ name: String, to copy: String) throws -> URL {
        let place = place(copy)
        try? FileManager.default.removeItem(at: place)
        try FileManager.default.copyItem(at: self.place(name), to: place)
        return place
    }

    func remove(_ name: String) { try? FileManager.default.removeItem(at: place(name)) }
}
