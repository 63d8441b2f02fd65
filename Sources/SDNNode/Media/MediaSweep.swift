import Logging
import SDNWire

/// Deletes files that nobody has downloaded for a long time, if the configuration has such a time. It looks once an hour, and deletes a few files at
/// once, so that other writes get their turn.
struct MediaSweep: Sendable {
    let media: MediaService

    /// The time between two sweeps.
    static let interval = Duration.seconds(3_600)
    /// The most files that one write deletes.
    static let filesPerWrite = 100
    /// The part of the retention time after which a download is stored anew. Others cost no write.
    static let refreshes = 10

    /// Sweeps until the task is cancelled. It returns at once if the configuration keeps all files.
    func run() async {
        guard media.settings.retention != nil else { return }
        while !Task.isCancelled {
            do {
                _ = try await sweep()
            } catch {
                media.services.logger.error(
                    "old files were not deleted", metadata: ["error": "\(type(of: error))"])
            }
            try? await Task.sleep(for: Self.interval)
        }
    }

    /// Deletes all files that were not downloaded within the retention time.
    /// - Returns: the number of deleted files.
    func sweep() async throws -> Int {
        guard let retention = media.settings.retention else { return 0 }
        let services = media.services, files = media.files
        let cutoff = services.now() - retention
        var sum = 0
        while !Task.isCancelled {
            let hashes = try await services.database.write { db in
                try MediaRecord.unused(since: cutoff, atMost: Self.filesPerWrite, in: db).map { file in
                    try MediaRecord.remove(file.id, in: db)
                    return file.hash
                }
            }
            guard !hashes.isEmpty else { break }
            // The contents are deleted after the commit. If the process ends in between, they stay on the disk and can no longer be downloaded.
            try await services.database.write { db in
                // Another file may have the same content.
                for hash in Set(hashes) where try !MediaRecord.isKept(hash, in: db) { files.remove(hash) }
            }
            sum += hashes.count
        }
        return sum
    }
}

extension MediaService {
    /// Stores that a file was downloaded, so that it is not deleted as unused. Most downloads cost no write.
    func noteUse(of record: MediaRecord) {
        guard let retention = settings.retention else { return }
        let now = services.now(), id = record.id
        guard now - record.usedAt > retention / MediaSweep.refreshes else { return }
        let database = services.database
        // The client does not wait for this write. If the node stops first, the next download stores it.
        Task { try? await database.write { db in try MediaRecord.note(use: id, at: now, in: db) } }
    }
}
