import Foundation
import HeraldJSON
import HeraldLocks
import SDNFolds
import SDNValues

/// Uploads a message's files before the message itself is sent (SDN sheet 5.7).
///
/// When the node has a file, its URL is written into the message's content and the file is removed, in one transaction. After a crash, a file is
/// therefore uploaded again only if the node's answer to the first upload was lost. The message itself is sent once.
struct OutboxUpload: Sendable {
    let worker: OutboxWorker
    let entry: Outbox.Entry

    /// Uploads the files.
    /// - Returns: true when there were files to upload.
    func run(_ message: inout MXOutgoingMessage) async throws -> Bool {
        let context = worker.context
        let localId = message.localId
        let files = try await stored(&message)
        guard !files.isEmpty else {
            // The store has no file for this message. If the message needs one, a damaged store may have lost it.
            guard !OutboxUpload.lacksFile(message) else { throw OutboxUpload.fileLost }
            return false
        }
        worker.announce(entry, .uploading)
        let total = files.reduce(into: Int64(0)) { $0 += $1.size }
        var done: Int64 = 0
        let (room, bar) = (context.outboxRoom(message.roomId), entry.upload)
        for file in files {
            let before = done
            let tell: @Sendable (Int64) -> Void = { sent in
                let progress = MXUploadProgress(bytesSent: min(before + sent, total), bytesToSend: total)
                if bar.rises(to: progress.fraction) { room?.tellUpload(localId, progress) }
            }
            tell(0)
            let stream = OutboxUpload.stream(of: file, ofMessage: localId, in: context.store)
            let url = try await context.sender.upload(
                stream, filename: file.filename, mimeType: file.mimeType, progress: tell)
            tell(file.size)
            done += file.size
            await context.keepSent(stream, of: file.member, ofMessage: localId, as: url)
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
        return true
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

    /// Returns the content of a file in a store, which is read part by part.
    static func stream(of file: MXOutgoingAttachment, ofMessage localId: String, in store: any MXStore)
        -> MXUploadStream
    {
        guard file.isInParts else { return MXUploadStream(bytes: file.bytes) }
        let member = file.member
        return MXUploadStream(size: file.size) { offset, count in
            let (number, start) = offset.quotientAndRemainder(dividingBy: Int64(MXOutgoingAttachment.partSize))
            let part: [UInt8]
            do {
                part = try await store.read { store in
                    if let part = try store.attachmentPart(number, of: member, ofMessage: localId) { return part }
                    // Another process may have uploaded the file, or the user has removed the message.
                    let isThere = try store.attachments(ofMessage: localId).contains { $0.member == member }
                    throw isThere ? fileLost : uploadedElsewhere
                }
            } catch let error as SDNSDKError where error.code == .storeDamaged {
                throw fileLost
            }
            guard part.count > Int(start) else { throw fileLost }
            return start == 0 && part.count <= count ? part : Array(part.dropFirst(Int(start)).prefix(count))
        }
    }

    /// True when a message has a type that needs a file, but its content names no file.
    private static func lacksFile(_ message: MXOutgoingMessage) -> Bool {
        let kind = message.content["msgtype"]?.stringValue ?? ""
        return message.type == MXEventType.roomMessage.identifier
            && ["m.image", "m.video", "m.file", "m.audio"].contains(kind)
            && message.content["url"] == nil && message.content["file"] == nil
    }

    private static let uploadedElsewhere = SDNSDKError(
        .unknownMessage, field: "url", reason: "the outbox does not have the message's file any more")
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
    /// The smallest change that is reported before the end. An app updates its view for each report.
    private static let step = 0.01
    private let fraction = Mutex<Double?>(nil)

    /// Returns true when `next` is greater than every fraction that was reported before, by one percent or at the end.
    func rises(to next: Double) -> Bool {
        fraction.withLock { fraction in
            if let fraction, next <= fraction || (next < 1 && next < fraction + Self.step) { return false }
            fraction = next
            return true
        }
    }
}
