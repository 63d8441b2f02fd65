import Foundation
import HeraldJSON
import HeraldLocks
import SDNValues

/// Uploads a message's files before the message itself is sent (SDN sheet 5.7).
///
/// When the node has a file, its URL is written into the message's content and the file is removed, in one transaction. After a crash, a file is
/// therefore uploaded again only if the node's answer to the first upload was lost. The message itself is sent once.
struct OutboxUpload: Sendable {
    let worker: OutboxWorker
    let entry: Outbox.Entry

    func run(_ message: inout MXOutgoingMessage) async throws {
        let context = worker.context
        let localId = message.localId
        let files = try await stored(&message)
        guard !files.isEmpty else {
            // The store has no file for this message. If the message needs one, a damaged store may have lost it.
            guard !OutboxUpload.lacksFile(message) else { throw OutboxUpload.fileLost }
            return
        }
        worker.announce(entry, .uploading)
        let total = files.reduce(into: 0.0) { $0 += Double($1.bytes.count) }
        var done = 0.0
        let (room, bar) = (context.outboxRoom(message.roomId), entry.upload)
        for file in files {
            let before = done
            let tell: @Sendable (Double) -> Void = { sent in
                let fraction = total > 0 ? min(max((before + sent) / total, 0), 1) : 1
                if bar.rises(to: fraction) { room?.tellUpload(localId, fraction: fraction) }
            }
            let url = try await context.sender.upload(
                Data(file.bytes), filename: file.filename, mimeType: file.mimeType,
                progress: { tell(Double($0)) })
            tell(Double(file.bytes.count))
            done += Double(file.bytes.count)
            let unnamed = message
            let kept = try await context.gate.run {
                let kept = try await context.store.write { store in
                    // The stored message is used, because another process may have uploaded another file of the message.
                    let stored = try store.outgoingMessage(localId)
                    var named = stored ?? unnamed
                    named.content = OutboxUpload.naming(url.absoluteString, at: file.member, in: named.content)
                    guard stored != nil else { return named }
                    try store.saveContent(of: named)
                    try store.deleteAttachment(file.member, ofMessage: localId)
                    return named
                }
                _ = worker.outbox.change(localId) { $0.content = kept.content }
                return kept
            }
            message.content = kept.content
        }
    }

    /// Returns the files that are not yet on the node. In a shared store, the message is read again together with the files, because other
    /// processes may have changed the message.
    private func stored(_ message: inout MXOutgoingMessage) async throws -> [MXOutgoingAttachment] {
        let (context, localId) = (worker.context, message.localId)
        do {
            guard context.isSharingStore else {
                return try await context.store.read { try $0.attachments(ofMessage: localId) }
            }
            let (stored, files) = try await context.store.read {
                (try $0.outgoingMessage(localId), try $0.attachments(ofMessage: localId))
            }
            guard let stored, stored.status == .queued else { throw OutboxWorker.DealtWithElsewhere() }
            message = stored
            return files
        } catch let error as SDNSDKError where error.code == .storeDamaged {
            throw OutboxUpload.fileLost
        }
    }

    /// True when a message has a type that needs a file, but its content names no file.
    private static func lacksFile(_ message: MXOutgoingMessage) -> Bool {
        let kind = message.content["msgtype"]?.stringValue ?? ""
        return message.type == MXEventType.roomMessage.identifier
            && ["m.image", "m.video", "m.file", "m.audio"].contains(kind)
            && message.content["url"] == nil && message.content["file"] == nil
    }

    private static let fileLost = SDNSDKError(
        .invalidArgument, field: "url",
        reason: "the message's file is missing, so remove the message and send the file again")

    /// Returns a content with the URL of a file in it.
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

/// The upload progress that was reported for one message. It does not fall when files are sent again.
final class UploadBar: Sendable {
    private let fraction = Mutex<Double?>(nil)

    /// Returns true when `next` is greater than every fraction that was reported before.
    func rises(to next: Double) -> Bool {
        fraction.withLock { fraction in
            if let fraction, next <= fraction { return false }
            fraction = next
            return true
        }
    }
}
