import Foundation
import SDNSDK

/// Shows one notification as an extension does, and says what that took: `memory N`, the most memory of the whole process without the pages of files,
/// such as program code; `cpu N` and `elapsed N`, in milliseconds since the process began to work.
enum Notify {
    static func run(_ credentials: MXCredentials, folder: String) async throws {
        let start = ContinuousClock.now
        let environment = ProcessInfo.processInfo.environment
        guard let roomId = environment["SESSION_ROOM"], let eventId = environment["SESSION_EVENT"] else { exit(2) }
        let client = MXRestClient(credentials: credentials)
        let notifications = MXNotificationClient(
            sdnRestClient: client,
            store: MXFileStore(directory: URL(fileURLWithPath: folder, isDirectory: true), sharing: .processes),
            mediaManager: MXMediaManager(
                restClient: client, folder: URL(fileURLWithPath: folder + ".media", isDirectory: true)))
        let status = try await notifications.getNotification(roomId: roomId, eventId: eventId)
        let (elapsed, cpu) = (ContinuousClock.now - start, Int(clock()) / 1_000)
        guard let item = status.item else { exit(3) }
        say("title \(item.title)")
        say("subtitle \(item.subtitle ?? "")")
        say("body \(item.body)")
        say("mention \(item.hasMention)")
        say("avatar \(item.avatarFile.flatMap { try? Data(contentsOf: $0).count } ?? 0)")
        say("memory \(Memory.peakWithoutFiles)")
        say("cpu \(cpu)")
        say("elapsed \(Int(elapsed / .milliseconds(1)))")
        client.close()
        say("finished")
    }

    private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
