import Foundation
import HeraldJSON
import TestSupport
import SDNSDK
import Testing

@Suite("The outbox and another login of its user", .timeLimit(.minutes(10)))
struct OutboxLoginTests {
    private func session(_ node: ScriptedNode, _ folder: TemporaryFolder, _ deviceId: String?) async throws -> MXSession
    {
        let session = MXSession.scripted(node)
        session.credentials.deviceId = deviceId
        try await session.setStore(MXFileStore(directory: folder.url))
        return session
    }

    /// The store of a process that ended with one message acted on, its answer lost, and another one behind it.
    private func leftStore(_ node: ScriptedNode) async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let first = try await session(node, folder, "ONE")
        try await first.start()
        node.fail("/send/", .answerLost)
        node.hold("/sync")
        let room = try first.theRoom
        try await room.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": "perhaps there"])
        await node.until { $0.log.last?["content"]?["body"] == "perhaps there" }
        node.setDown(true)
        try await room.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": "never tried"])
        await first.close()
        // No other device is told the transaction id.
        node.change(node.eventIDs.last ?? "") { $0["unsigned"] = nil }
        node.hold(nil)
        node.setDown(false)
        return folder
    }

    private func sends(_ node: ScriptedNode) -> [String] { node.requests("/send/").map { $0.url.lastPathComponent } }

    @Test(
        "another device sends a message that may have arrived only if the user asks for it, and sends an untried message at once"
    )
    func anotherDevice() async throws {
        let node = ScriptedNode()
        let folder = try await leftStore(node)
        let before = sends(node).count
        let second = try await session(node, folder, "TWO")
        let left = try second.theRoom.outgoingMessages()
        #expect(
            left.map(\.body) == ["perhaps there", "never tried"] && left.map(\.sentState) == [.failed, .preparing])
        #expect((left[0].sentError as? SDNSDKError)?.code == .mayHaveArrived)
        let item = try await second.theRoom.timelineUpdates().items.first { $0.id == left[0].eventId }
        #expect(item?.failure == "The message may have been sent from another device already.")
        var updates = Updates(try second.theRoom.liveTimeline.updates())
        try await second.start()
        if !node.texts.contains("never tried") {
            _ = try await updates.first { $0.liveEvent?.body == "never tried" ? true : nil }
        }
        let (perhaps, never) = try (
            #require(left[0].unsignedData.transactionId), #require(left[1].unsignedData.transactionId)
        )
        #expect(node.texts == ["perhaps there", "never tried"] && Array(sends(node).dropFirst(before)) == [never])
        _ = try await second.theRoom.resend(perhaps)
        #expect(Array(sends(node).dropFirst(before)) == [never, perhaps])
        await second.close()
    }

    @Test(
        "the same device, or one without an ID, sends the message again, and the node creates one event",
        arguments: ["ONE", nil])
    func sameDevice(deviceId: String?) async throws {
        let node = ScriptedNode()
        let folder = try await leftStore(node)
        let second = try await session(node, folder, deviceId)
        #expect(try second.theRoom.outgoingMessages().map(\.sentState) == [.preparing, .preparing])
        try await second.start()
        await node.until { $0.log.last?["content"]?["body"] == "never tried" }
        #expect(node.texts == ["perhaps there", "never tried"] && Set(sends(node)).count == 2)
        await second.close()
    }
}
