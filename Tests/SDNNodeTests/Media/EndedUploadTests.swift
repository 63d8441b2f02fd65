import Foundation
import HeraldPeer
import SDNWire
import Synchronization
import TestSupport
import Testing
@testable import SDNNode

@Suite("Uploads of sessions that end")
struct EndedUploadTests {
    enum Ending: CaseIterable, Sendable {
        case logout, lock, deactivation

        var code: MatrixError.Code { self == .lock ? .userLocked : .unknownToken }

        func run(_ caller: Caller, on node: TestNode) async throws {
            let (services, tokens) = (node.assembly.services, node.assembly.identity.tokens)
            switch self {
            case .logout: try await tokens.logOut(caller)
            case .lock: try await AccountLocks(services: services, tokens: tokens).set(.lock, true, caller.userID)
            case .deactivation:
                try await AccountEnding(services: services, tokens: tokens).deactivate(caller.userID, erases: false)
            }
        }
    }

    private static let request = UploadMediaRequest(filename: nil, payload: Payload(contentType: "image/png"))

    @Test(
        "an upload whose session ends or whose account is locked while it arrives is refused and leaves nothing behind",
        arguments: Ending.allCases)
    func ended(ending: Ending) async throws {
        let folder = try TemporaryFolder()
        let node = try TestNode { $0.storage = .directory(folder.url) }
        let ann = try await RoomUser(node, 1)
        let caller = try await node.assembly.handler.authenticate(ann.token, "127.0.0.1")
        let media = MediaService(services: node.assembly.services)
        let body = RequestBodyStream { each in
            try await each([1])
            try await ending.run(caller, on: node)
            try await each([2])
        }
        let error = await #expect(throws: MatrixError.self) { _ = try await media.upload(Self.request, body, caller) }
        #expect(error?.code == ending.code)
        let use = try await node.assembly.services.database.read { db in try MediaRecord.use(by: ann.userID, in: db) }
        #expect(use == (0, 0))
        #expect(Self.files(in: folder.url).isEmpty)
    }

    @Test("a large upload is refused before it is complete if its session ends while it arrives")
    func large() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1)
        let caller = try await node.assembly.handler.authenticate(ann.token, "127.0.0.1")
        let media = MediaService(services: node.assembly.services), parts = Mutex(0)
        let body = RequestBodyStream { each in
            try await Ending.logout.run(caller, on: node)
            for _ in 0..<4 {
                try await each([UInt8](repeating: 0, count: NodeHandler.bodyLimit / 2))
                parts.withLock { $0 += 1 }
            }
        }
        await #expect(throws: MatrixError.self) { _ = try await media.upload(Self.request, body, caller) }
        #expect(parts.withLock(\.self) == 1)
    }

    private static func files(in folder: URL) -> [URL] {
        let all = FileManager.default.enumerator(
            at: folder.appendingPathComponent("media"), includingPropertiesForKeys: [.isRegularFileKey])
        return (all?.compactMap { $0 as? URL } ?? []).filter {
            (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
        }
    }
}
