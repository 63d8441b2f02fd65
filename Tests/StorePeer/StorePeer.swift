import Foundation
import HeraldJSON
import SDNSDK

/// Opens a shared store as another process: `StorePeer COMMAND FOLDER NODE USER [ARGUMENT]`.
@main
struct StorePeer {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 5 else { exit(2) }
        let store = MXFileStore(directory: URL(fileURLWithPath: arguments[2], isDirectory: true), sharing: .processes)
        do {
            try await store.open(with: MXCredentials(node: arguments[3], userId: arguments[4], accessToken: nil))
            try await run(arguments[1], store, arguments.count > 5 ? arguments[5] : "")
        } catch let error as SDNSDKError {
            print(error.code.rawValue)
            exit(1)
        }
        await store.close()
    }

    private static func run(_ command: String, _ store: MXFileStore, _ argument: String) async throws {
        switch command {
        // Puts a number of rooms and messages into the store, one transaction for each.
        case "write":
            for number in 0..<(Int(argument) ?? 0) {
                try await store.write { writer in
                    try writer.save(MXRoomSummary(roomId: "!peer\(number):b", membership: .join))
                    try writer.save(
                        MXOutgoingMessage(
                            localId: "peer\(number)", roomId: "!peer\(number):b", type: "m.room.message", content: [:],
                            createdAt: Timestamp(milliseconds: 1)))
                    let count = try writer.value(.syncFilterId).flatMap { Int($0) } ?? 0
                    try writer.set(.syncFilterId, String(count + 1))
                }
            }
            print("written")
        // Writes while the shared files of this process are suspended, and afterwards. The suspension concerns the whole process.
        case "suspend":
            MXFileStore.suspendSharedFiles()
            do {
                try await store.write { try $0.set(.syncFilterId, "suspended") }
                print("written")
            } catch let error as SDNSDKError {
                print(error.code.rawValue)
            }
            MXFileStore.resumeSharedFiles()
            try await store.write { try $0.set(.syncFilterId, "resumed") }
            print(try await store.read { try $0.value(.syncFilterId) } ?? "")
        case "lease":
            print(try await store.takeSyncLease(for: .seconds(3_600)))
        // Takes the lease and ends as a crash does.
        case "lease-and-die":
            let isTaken = try await store.takeSyncLease(for: .seconds(3600))
            FileHandle.standardOutput.write(Data("\(isTaken)\n".utf8))
            kill(getpid(), SIGKILL)
        default: exit(2)
        }
    }
}
