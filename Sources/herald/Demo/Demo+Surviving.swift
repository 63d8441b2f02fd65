import Foundation
import HeraldJSON
import SDNSDK

/// The steps in which processes are lost and the node is killed.
extension Demo {
    static func readOffline(_ demo: Demo) async throws -> [DemoReport.Fact] {
        await demo.alice.session?.close()
        demo.alice.session = nil
        let report = try await OfflineReader.run(
            store: demo.storeFolder.appendingPathComponent(demo.alice.name), person: demo.alice, roomId: demo.roomId)
        try require(report["requests"] == 0, "the reader tried to reach the network")
        try require(report["name"] == "Herald demo", "the room has no name offline")
        let texts = Set(report["bodies"]?.arrayValue?.compactMap(\.stringValue) ?? [])
        let missing = demo.bodies.subtracting(texts)
        try require(missing.isEmpty, "offline \(missing.count) messages are missing")

        // The sender's new session continues from the store of the old one.
        let session = try await demo.open(demo.alice)
        demo.alice.session = session
        try await session.start()
        return [
            .init("process", report["process"]?.intValue.map(Int.init) ?? 0),
            .init("room", report["name"]?.stringValue ?? ""),
            .init("messages", texts.count), .init("requests", 0),
            .init("store", "\(report["bytes"]?.intValue ?? 0) bytes on disk"),
        ]
    }

    static func surviveKill(_ demo: Demo) async throws -> [DemoReport.Fact] {
        guard let node = demo.node else { throw DemoError("the node is not running") }
        let room = try demo.room(of: demo.alice)
        let clock = ContinuousClock()
        let killed = clock.now
        let status = await node.end(signal: SIGKILL)
        demo.node = nil
        try require(status == 128 + SIGKILL, "the node ended with \(status)")

        let text = "Alice says this to a dead node"
        let echo = try await room.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": .string(text)])
        let queuedAs = echo.eventId
        try require(echo.isLocalEvent, "a dead node accepted a message")

        demo.node = try await ServerProcess.node(directory: demo.nodeFolder, port: node.port)
        let down = clock.now - killed
        try await demo.bob.inbox.wait(for: "the message that was sent during the outage") { events in
            events.contains { $0.content["body"]?.stringValue == text }
        }

        let client = MXRestClient(credentials: demo.bob.credentials)
        var events: [MXEvent] = []
        var from: String?
        repeat {
            let page = try await client.messages(forRoom: demo.roomId, from: from, direction: .backwards, limit: 100)
            events += page.chunk
            from = page.end
        } while from != nil
        let copies = events.filter { $0.content["body"]?.stringValue == text }
        try require(copies.count == 1, "the message is there \(copies.count) times")
        let texts = Set(events.compactMap { $0.type == "m.room.message" ? $0.content["body"]?.stringValue : nil })
        try require(demo.bodies.isSubset(of: texts), "the node lost \(demo.bodies.subtracting(texts).count) messages")
        try require(
            events.count == demo.eventCount + 1, "the room had \(demo.eventCount) events and now has \(events.count)")
        return [
            .init("killed", "process \(node.processIdentifier), status \(status)"),
            .init("down", "\(Int(down / .milliseconds(1))) ms"),
            .init("queued as", queuedAs), .init("arrived as", copies[0].eventId), .init("copies", copies.count),
            .init("events", "\(demo.eventCount) before, all there"),
        ]
    }

    static func stopNode(_ demo: Demo) async throws -> [DemoReport.Fact] {
        await demo.alice.session?.close()
        await demo.bob.session?.close()
        guard let node = demo.node else { throw DemoError("the node is not running") }
        let status = await node.end(signal: SIGTERM)
        demo.node = nil
        try require(status == 0, "the node ended with \(status)")
        return [.init("status", Int(status))]
    }
}
