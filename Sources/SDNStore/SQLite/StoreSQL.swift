/// All statements of the store.
enum StoreSQL: Int, CaseIterable {
    case value, setValue, deleteValue
    case roomRowID, room, rooms, roomsByActivity, roomsByTags, roomsByUnread, changedRooms, saveRoom, rankRoom
    case state, stateEvent, setState, deleteState, hasState, firstState, saveFirstState, deleteFirstState
    case event, place, newestOfTypes, page, count, related, newestRelated, stateChanges
    case addEvent, addPlace, replaceEvent, deleteEvents, deletePlaces, deletePlacesBetween
    case segment, newestSegment, olderSegment, segmentsOfRoom, addSegment, saveSegment, cutSegment, deleteSegments,
        deleteEmptySegments
    case outgoingMessages, outgoingMessage, outgoingSentAs, saveOutgoing, saveOutgoingContent, deleteOutgoing,
        moveOutgoing
    case attachments, saveAttachment, deleteAttachment, attachmentPart, saveAttachmentPart, deleteAttachmentParts,
        draft, setDraft, deleteDraft
    case profiles, saveProfile
    case accountData, setAccountData
    case receiptsOnEvent, receiptsOfUser, hasReceipt, hasReceipts, saveReceipt, deleteReceipts, firstReceipts,
        saveFirstReceipts, deleteFirstReceipts
    case cachedSyncs, newestCachedSync, cachedSyncSize, addCachedSync, deleteCachedSync
    case isEdited

    var text: String {
        switch self {
        case .value: "SELECT value FROM session WHERE key = ?"
        case .setValue:
            "INSERT INTO session (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
        case .deleteValue: "DELETE FROM session WHERE key = ?"

        case .roomRowID: "SELECT id FROM room WHERE roomId = ?"
        case .room: StoreSQL.roomColumns + "WHERE room.roomId = ?"
        case .rooms: StoreSQL.roomColumns + "ORDER BY room.id"
        case .roomsByActivity: StoreSQL.listedRooms("lastActivity DESC, id DESC")
        case .roomsByTags: StoreSQL.listedRooms("rank, lastActivity DESC, id DESC")
        case .roomsByUnread:
            StoreSQL.listedRooms("highlights > 0 DESC, notifications > 0 DESC, lastActivity DESC, id DESC")
        case .changedRooms: StoreSQL.roomColumns + "WHERE generation > ? ORDER BY room.id"
        case .saveRoom:
            """
            INSERT INTO room (roomId, membership, details, lastMessage, lastActivity, notifications, highlights, generation)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (roomId) DO UPDATE SET membership = excluded.membership, details = excluded.details,
                lastMessage = excluded.lastMessage, lastActivity = excluded.lastActivity, notifications = excluded.notifications,
                highlights = excluded.highlights, generation = excluded.generation
            """
        case .rankRoom: "UPDATE room SET rank = ? WHERE roomId = ?"

        case .state: "SELECT raw, type, stateKey FROM state WHERE room = ?"
        case .stateEvent: "SELECT raw FROM state WHERE room = ? AND type = ? AND stateKey = ?"
        case .setState:
            """
            INSERT INTO state (room, type, stateKey, raw) VALUES (?, ?, ?, ?)
            ON CONFLICT (room, type, stateKey) DO UPDATE SET raw = excluded.raw
            """
        case .deleteState: "DELETE FROM state WHERE room = ?"
        case .hasState: "SELECT 1 FROM state WHERE room = ?1 UNION ALL SELECT 1 FROM firstState WHERE room = ?1 LIMIT 1"
        case .firstState: "SELECT events FROM firstState WHERE room = ?"
        case .saveFirstState: "INSERT OR REPLACE INTO firstState (room, events) VALUES (?, ?)"
        case .deleteFirstState: "DELETE FROM firstState WHERE room = ?"

        case .event:
            "SELECT raw, event.place FROM eventPlace JOIN event ON event.place = eventPlace.place WHERE eventPlace.room = ? AND eventId = ?"
        case .place: "SELECT place FROM eventPlace WHERE room = ? AND eventId = ?"
        case .newestOfTypes:
            """
            SELECT raw, place FROM event WHERE place >= ? AND place < ? AND type IN (SELECT value FROM json_each(?)) ORDER BY place DESC LIMIT 1
            """
        case .page: "SELECT raw, place FROM event WHERE place >= ? AND place < ? ORDER BY place DESC LIMIT ?"
        case .count: "SELECT COUNT(*) FROM event WHERE place >= ? AND place < ?"
        case .related: "SELECT raw, place FROM event WHERE room = ? AND relatesTo = ? AND relationType = ?"
        case .newestRelated:
            """
            SELECT raw, place FROM event WHERE room = ? AND relatesTo = ? AND relationType = ? AND place >= ? AND place < ?
            ORDER BY place DESC LIMIT ?
            """
        case .stateChanges:
            """
            SELECT raw, place FROM event WHERE room = ? AND isState = 1 AND place >= ? AND place < ? ORDER BY place DESC LIMIT ?
            """
        case .addEvent:
            "INSERT INTO event (place, room, type, relatesTo, relationType, raw, isState) VALUES (?, ?, ?, ?, ?, ?, ?)"
        case .addPlace:
            "INSERT INTO eventPlace (room, eventId, place) VALUES (?, ?, ?) ON CONFLICT (room, eventId) DO NOTHING"
        case .replaceEvent: "UPDATE event SET type = ?, relatesTo = ?, relationType = ?, raw = ? WHERE place = ?"
        case .deleteEvents: "DELETE FROM event WHERE place >= ? AND place < ?"
        case .deletePlaces: "DELETE FROM eventPlace WHERE room = ?"
        case .deletePlacesBetween: "DELETE FROM eventPlace WHERE room = ? AND place >= ? AND place < ?"

        case .segment:
            StoreSQL.segmentColumns
                + ", room.roomId FROM segment JOIN room ON room.id = segment.room WHERE segment.id = ?"
        case .newestSegment: StoreSQL.segmentColumns + " FROM segment WHERE room = ? ORDER BY id DESC LIMIT 1"
        case .olderSegment: StoreSQL.segmentColumns + " FROM segment WHERE room = ? AND id < ? ORDER BY id DESC LIMIT 1"
        case .segmentsOfRoom: "SELECT id FROM segment WHERE room = ? ORDER BY id DESC"
        case .addSegment: "INSERT INTO segment (room, prevToken, isComplete, first, \"end\") VALUES (?, ?, ?, 0, 0)"
        case .saveSegment: "UPDATE segment SET prevToken = ?, isComplete = ?, first = ?, \"end\" = ? WHERE id = ?"
        case .cutSegment: "UPDATE segment SET \"end\" = ? WHERE id = ? AND room = ?"
        case .deleteSegments: "DELETE FROM segment WHERE room = ?"
        case .deleteEmptySegments:
            "DELETE FROM segment WHERE room = ? AND id >= ? AND id < ? AND (id > ?2 OR first >= \"end\")"

        case .outgoingMessages: StoreSQL.outgoingColumns + "ORDER BY number"
        case .outgoingMessage: StoreSQL.outgoingColumns + "WHERE localId = ?"
        case .outgoingSentAs: StoreSQL.outgoingColumns + "WHERE roomId = ? AND eventId = ?"
        case .saveOutgoing:
            """
            INSERT INTO outgoing (localId, roomId, type, content, redacts, createdAt, status, eventId, failureCode, failureReason, attemptedBy)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (localId) DO UPDATE SET status = excluded.status, eventId = excluded.eventId,
                failureCode = excluded.failureCode, failureReason = excluded.failureReason, attemptedBy = excluded.attemptedBy
            """
        case .saveOutgoingContent: "UPDATE outgoing SET content = ?, redacts = ? WHERE localId = ?"
        case .deleteOutgoing: "DELETE FROM outgoing WHERE localId = ?"
        case .moveOutgoing: "UPDATE outgoing SET number = (SELECT MAX(number) + 1 FROM outgoing) WHERE localId = ?"

        case .attachments: "SELECT member, about, bytes FROM attachment WHERE localId = ? ORDER BY member"
        case .saveAttachment: "INSERT OR REPLACE INTO attachment (localId, member, about, bytes) VALUES (?, ?, ?, ?)"
        case .deleteAttachment: "DELETE FROM attachment WHERE localId = ? AND member = ?"
        case .attachmentPart: "SELECT bytes FROM attachmentPart WHERE localId = ? AND member = ? AND number = ?"
        case .saveAttachmentPart:
            "INSERT OR REPLACE INTO attachmentPart (localId, member, number, savedAt, bytes) VALUES (?, ?, ?, ?, ?)"
        case .deleteAttachmentParts: "DELETE FROM attachmentPart WHERE localId = ? AND member = ?"
        case .draft: "SELECT text FROM draft WHERE roomId = ? AND threadId = ?"
        case .setDraft: "INSERT OR REPLACE INTO draft (roomId, threadId, text) VALUES (?, ?, ?)"
        case .deleteDraft: "DELETE FROM draft WHERE roomId = ? AND threadId = ?"

        case .profiles: "SELECT userId, names FROM profile"
        case .saveProfile:
            "INSERT INTO profile (userId, names) VALUES (?, ?) ON CONFLICT (userId) DO UPDATE SET names = excluded.names"

        case .accountData: "SELECT raw, type FROM accountData WHERE roomId = ?"
        case .receiptsOnEvent: StoreSQL.receiptColumns + "WHERE room = ? AND eventId = ?"
        case .receiptsOfUser: StoreSQL.receiptColumns + "WHERE room = ? AND userId = ?"
        case .hasReceipt: "SELECT 1 FROM receipt WHERE room = ? AND userId = ? AND thread = ? AND type = ?"
        case .hasReceipts:
            "SELECT 1 FROM receipt WHERE room = ?1 UNION ALL SELECT 1 FROM firstReceipts WHERE room = ?1 LIMIT 1"
        case .firstReceipts: "SELECT receipts FROM firstReceipts WHERE room = ?"
        case .saveFirstReceipts: "INSERT INTO firstReceipts (room, receipts) VALUES (?, ?)"
        case .deleteFirstReceipts: "DELETE FROM firstReceipts WHERE room = ?"
        case .saveReceipt:
            """
            INSERT INTO receipt (room, userId, thread, type, eventId, ts) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (room, userId, thread, type) DO UPDATE SET eventId = excluded.eventId, ts = excluded.ts
            """
        case .deleteReceipts: "DELETE FROM receipt WHERE room = ?"

        case .cachedSyncs: StoreSQL.cachedColumns + "ORDER BY number LIMIT ?"
        case .newestCachedSync: StoreSQL.cachedColumns + "ORDER BY number DESC LIMIT 1"
        case .cachedSyncSize: "SELECT COUNT(*), COALESCE(SUM(LENGTH(response)), 0) FROM cachedSync"
        case .addCachedSync: "INSERT INTO cachedSync (since, nextBatch, response) VALUES (?, ?, ?)"
        case .deleteCachedSync: "DELETE FROM cachedSync WHERE number = ?"

        case .isEdited: "SELECT 1 FROM event WHERE room = ? AND relatesTo = ? AND relationType = 'm.replace' LIMIT 1"

        case .setAccountData:
            "INSERT INTO accountData (roomId, type, raw) VALUES (?, ?, ?) ON CONFLICT (roomId, type) DO UPDATE SET raw = excluded.raw"
        }
    }

    private static let roomColumns =
        "SELECT room.roomId, membership, details, lastMessage, event.raw FROM room LEFT JOIN event ON event.place = lastMessage "
    /// Returns the statement that lists the rooms with given memberships. It sorts the rooms by short columns before it reads the long ones.
    private static func listedRooms(_ order: String) -> String {
        let listed =
            "SELECT id FROM room WHERE membership IN (SELECT value FROM json_each(?)) ORDER BY \(order) LIMIT ? OFFSET ?"
        return roomColumns + "WHERE room.id IN (\(listed)) ORDER BY \(order)"
    }
    private static let segmentColumns = "SELECT segment.id, prevToken, isComplete, first, \"end\""
    private static let receiptColumns = "SELECT eventId, userId, thread, ts, type FROM receipt "
    private static let cachedColumns = "SELECT number, since, nextBatch, response FROM cachedSync "
    private static let outgoingColumns =
        "SELECT localId, roomId, type, content, redacts, createdAt, status, eventId, failureCode, failureReason, attemptedBy FROM outgoing "
}
