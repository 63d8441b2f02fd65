import Foundation
import HeraldLocks
import SDNValues

/// One download for all callers that ask for the same file at the same time. The download is cancelled only when all these callers have
/// been cancelled.
final class SharedDownloads: Sendable {
    private final class Download: Sendable {
        let outcome = OneShot<Data>()
        let handlers: Mutex<[TransportProgressHandler]>
        init(_ handler: TransportProgressHandler?) { handlers = Mutex([handler].compactMap { $0 }) }

        func tell(_ progress: TransportProgress) {
            for handler in handlers.withLock({ $0 }) { handler(progress) }
        }
    }

    private struct Entry {
        let download: Download
        let task: Task<Void, Never>
        var callers = 1
    }

    private let underWay = Mutex<[String: Entry]>([:])

    /// Returns the outcome of the download called `name`, and starts the download if it is not running.
    /// - Throws: the download's error; `CancellationError` when the caller is cancelled.
    func data(
        _ name: String, progress: TransportProgressHandler?,
        _ fetch: @escaping @Sendable (@escaping TransportProgressHandler) async throws -> Data
    ) async throws -> Data {
        let download = underWay.withLock { underWay -> Download in
            if let entry = underWay[name] {
                underWay[name]?.callers += 1
                if let progress { entry.download.handlers.withLock { $0.append(progress) } }
                return entry.download
            }
            let download = Download(progress)
            let task = Task {
                let result: Result<Data, any Error>
                do { result = .success(try await fetch(download.tell)) } catch { result = .failure(error) }
                // The download is removed before its callers get the result, so that a later caller starts a new download.
                self.underWay.withLock { underWay in
                    if underWay[name]?.download === download { underWay[name] = nil }
                }
                download.outcome.fulfil(result)
            }
            underWay[name] = Entry(download: download, task: task)
            return download
        }
        do {
            return try await download.outcome.value()
        } catch {
            if Task.isCancelled { leave(name, download) }
            throw error
        }
    }

    private func leave(_ name: String, _ download: Download) {
        let task = underWay.withLock { underWay -> Task<Void, Never>? in
            guard var entry = underWay[name], entry.download === download else { return nil }
            entry.callers -= 1
            underWay[name] = entry.callers > 0 ? entry : nil
            return entry.callers > 0 ? nil : entry.task
        }
        task?.cancel()
    }
}
