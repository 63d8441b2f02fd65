import Foundation
import HeraldJSON
import SDNValues

extension StoreTransaction: MXStoreSendingWriter {
    func attachments(ofMessage localId: String) throws -> [MXOutgoingAttachment] {
        let statement = try statement(.attachments)
        statement.bind(localId, at: 1)
        return try statement.all { row in
            let member = try row.text(0)
            let about = try object(row, 1, for: .aboutAttachment(localId, member: member))
            if let file = MXOutgoingAttachment(member: member, aboutParts: about) { return file }
            return MXOutgoingAttachment(
                member: member, about: about,
                bytes: try row.blob(2) { try cell.open($0, for: .attachment(localId, member: member)) })
        }
    }

    func save(_ attachment: MXOutgoingAttachment, ofMessage localId: String) throws {
        let member = attachment.member
        let statement = try statement(.saveAttachment)
        statement.bind(localId, at: 1)
        statement.bind(member, at: 2)
        statement.bind(
            try cell.seal(
                JSONValue.object(attachment.about).serialized(), for: .aboutAttachment(localId, member: member)), at: 3)
        statement.bind(try cell.seal(attachment.bytes, for: .attachment(localId, member: member)), at: 4)
        try statement.run()
    }

    var storesAttachmentParts: Bool { true }

    func attachmentPart(_ number: Int64, of member: String, ofMessage localId: String) throws -> [UInt8]? {
        let statement = try statement(.attachmentPart)
        statement.bind(localId, at: 1)
        statement.bind(member, at: 2)
        statement.bind(number, at: 3)
        return try statement.first { row in
            try row.blob(0) { try cell.open($0, for: .attachmentPart(localId, member: member, number: number)) }
        }
    }

    func saveAttachmentPart(_ bytes: [UInt8], number: Int64, of member: String, ofMessage localId: String) throws {
        let statement = try statement(.saveAttachmentPart)
        statement.bind(localId, at: 1)
        statement.bind(member, at: 2)
        statement.bind(number, at: 3)
        statement.bind(Int64(Date().timeIntervalSince1970), at: 4)
        let sealed = try cell.seal(bytes, for: .attachmentPart(localId, member: member, number: number))
        try sealed.withUnsafeBytes { sealed in
            statement.bind(staying: sealed, at: 5)
            _ = try statement.run()
        }
    }

    func deleteAttachment(_ member: String, ofMessage localId: String) throws {
        // The parts may be there before the file is.
        for query in [StoreSQL.deleteAttachment, .deleteAttachmentParts] {
            let statement = try statement(query)
            statement.bind(localId, at: 1)
            statement.bind(member, at: 2)
            try statement.run()
        }
    }

    func saveContent(of message: MXOutgoingMessage) throws {
        let statement = try statement(.saveOutgoingContent)
        statement.bind(message.redacts, at: 2)
        statement.bind(message.localId, at: 3)
        _ = try run(
            statement, sealing: JSONValue.object(message.content).serialized(), for: .outgoing(message.localId), at: 1)
    }

    func draft(inRoom roomId: String, threadId: String?) throws -> String? {
        let thread = threadId.keyColumn
        let statement = try statement(.draft)
        statement.bind(roomId, at: 1)
        statement.bind(thread, at: 2)
        return try statement.first { row in
            String(
                decoding: try row.blob(0) { try cell.open($0, for: .draft(room: roomId, thread: thread)) },
                as: UTF8.self)
        }
    }

    func setDraft(_ text: String?, inRoom roomId: String, threadId: String?) throws {
        let thread = threadId.keyColumn
        let draft = text.flatMap { $0.isEmpty ? nil : $0 }
        let statement = try statement(draft == nil ? .deleteDraft : .setDraft)
        statement.bind(roomId, at: 1)
        statement.bind(thread, at: 2)
        guard let draft else {
            try statement.run()
            return
        }
        _ = try run(statement, sealing: Array(draft.utf8), for: .draft(room: roomId, thread: thread), at: 3)
    }
}

extension MXOutgoingAttachment {
    /// The type and the name of the file, which are stored beside its bytes. For a file in parts, they include its length.
    var about: JSONObject {
        var about: JSONObject = ["mimetype": .string(mimeType)]
        about["filename"] = filename.map(JSONValue.string)
        if isInParts { about["parts"] = .int(size) }
        return about
    }

    /// Creates a file that is stored in parts. Returns `nil` if its bytes are stored as a whole.
    init?(member: String, aboutParts about: JSONObject) {
        guard let size = about["parts"]?.intValue, size >= 0 else { return nil }
        self.init(
            member: member, filename: about["filename"]?.stringValue,
            mimeType: about["mimetype"]?.stringValue ?? "application/octet-stream", sizeOfParts: size)
    }

    init(member: String, about: JSONObject, bytes: [UInt8]) {
        self.init(
            member: member, filename: about["filename"]?.stringValue,
            mimeType: about["mimetype"]?.stringValue ?? "application/octet-stream", bytes: bytes)
    }
}
