import Foundation
import GRDB
import SDNValues

/// The parts of files of unsent messages.
extension Database {
    /// Deletes the parts whose message was never stored, because the process ended before.
    /// - Parameter isShared: true when another process may be storing such parts now. Parts of the last day then stay.
    func deleteLostParts(isShared: Bool) throws {
        guard try Bool.fetchOne(self, sql: "SELECT EXISTS (SELECT 1 FROM attachmentPart)") == true else { return }
        let limit = isShared ? Int64(Date().timeIntervalSince1970) - 86_400 : Int64.max
        try execute(
            sql: """
                DELETE FROM attachmentPart WHERE savedAt < ? AND NOT EXISTS (
                    SELECT 1 FROM attachment
                    WHERE attachment.localId = attachmentPart.localId AND attachment.member = attachmentPart.member)
                """, arguments: [limit])
    }

    /// Reads a file of a damaged store part by part.
    /// - Parameters:
    ///   - cells: the forms that the parts may have.
    ///   - save: receives each part with its number.
    /// - Throws: when a part is missing or cannot be read, or the error of `save`.
    func rescueParts(
        of file: MXOutgoingAttachment, ofMessage localId: String, _ cells: [StoreCell],
        _ save: (_ bytes: [UInt8], _ number: Int64) throws -> Void
    ) throws {
        let sql = "SELECT bytes FROM attachmentPart WHERE localId = ? AND member = ? AND number = ?"
        var (number, left) = (Int64(0), file.size)
        while left > 0 {
            guard let stored = try? Data.fetchOne(self, sql: sql, arguments: [localId, file.member, number]) else {
                throw SDNSDKError(.storeDamaged, reason: "a part of a file is missing")
            }
            let place = StoreCell.Owner.attachmentPart(localId, member: file.member, number: number)
            let part = cells.lazy.compactMap { cell in
                try? stored.withUnsafeBytes { try cell.open($0, for: place) }
            }.first
            guard let part, !part.isEmpty, Int64(part.count) <= left else {
                throw SDNSDKError(.storeDamaged, reason: "a part of a file cannot be read")
            }
            try save(part, number)
            (number, left) = (number + 1, left - Int64(part.count))
        }
    }
}
