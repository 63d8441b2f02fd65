import Foundation
import HeraldJSON

/// Brings a message's files to the node before the message itself goes (SDN sheet 5.7).
///
/// What the node has is written into the message's content, and the file let go of, in one transaction: after a crash a file is sent
/// again at most when the node's answer was lost, and the message once.
struct OutboxUpload: Sendable {
    let worker: OutboxWorker
    let entry: Outbox.Entry

    func run(_ message: inout MXOutgoingMessage) async throws {
        let session = worker.session
        let localId = message.localId
        let files = try await stored(localId)
        guard !files.isEmpty else {
            // A damaged store may have lost the file.
            guard !OutboxUpload.lacksFile(message) else { throw OutboxUpload.fileLost }
            return
        }
        worker.announce(entry, .uploading)
        let total = files.reduce(into: 0.0) { $0 += Double($1.bytes.count) }
        var done = 0.0
        let (broadcast, bar) = (session.room(withRoomId: message.roomId)?.liveTimeline.broadcast, entry.upload)
        for file in files {
            let before = done
            let tell: @Sendable (Double) -> Void = { sent in
                let fraction = total > 0 ? min(max((before + sent) / total, 0), 1) : 1
                if bar.rises(to: fraction) { broadcast?.send(.uploading(localId: localId, fraction: fraction)) }
            }
            let url = try await session.sdnRestClient.uploadContent(
                Data(file.bytes), filename: file.filename, mimeType: file.mimeType, progress: { tell(Double($0.bytesSent)) })
            tell(Double(file.bytes.count))
            done += Double(file.bytes.count)
            var named = message
            named.content = OutboxUpload.naming(url.absoluteString, at: file.member, in: message.content)
            let kept = named
            try await session.gate.run {
                try await session.store.write { store in
                    guard try store.outgoingMessage(localId) != nil else { return }
                    try store.saveContent(of: kept)
                    try store.deleteAttachment(file.member, ofMessage: localId)
                }
                _ = worker.outbox.change(localId) { $0.content = kept.content }
            }
            message = kept
        }
    }

    private func stored(_ localId: String) async throws -> [MXOutgoingAttachment] {
        do {
            return try await worker.session.store.read { try $0.attachments(ofMessage: localId) }
        } catch let error as SDNSDKError where error.code == .storeDamaged {
            throw OutboxUpload.fileLost
        }
    }

    /// Whether a message is about a file and names none.
    private static func lacksFile(_ message: MXOutgoingMessage) -> Bool {
        let kind = message.content["msgtype"]?.stringValue ?? ""
        return message.type == MXEventType.roomMessage.identifier && ["m.image", "m.video", "m.file", "m.audio"].contains(kind)
            && message.content["url"] == nil && message.content["file"] == nil
    }

    private static let fileLost = SDNSDKError(.invalidArgument, field: "url", reason: "the message has lost its file and cannot be sent")

    /// - Parameter member: `url`, or a member of `info`.
    static func naming(_ url: String, at member: String, in content: JSONObject) -> JSONObject {
        var content = content
        guard member.hasPrefix("info.") else {
            content[member] = .string(url)
            return content
        }
        var info = content["info"]?.objectValue ?? [:]
        info[String(member.dropFirst(5))] = .string(url)
        content["info"] = .object(info)
        return content
    }
}
