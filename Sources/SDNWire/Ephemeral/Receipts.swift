import HeraldJSON

extension Endpoints {
    /// Says how far the caller has read (SDN sheet 5.8).
    /// Matrix: [postReceipt](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3roomsroomidreceiptreceipttypeeventid).
    package static let receipt = Endpoint<ReceiptRequest, EmptyObject>(.post, .client(.r0), "rooms/{roomId}/receipt/{receiptType}/{eventId}")
    /// Moves the read marker, and receipts with it.
    /// Matrix: [setReadMarker](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3roomsroomidread_markers).
    package static let readMarkers = Endpoint<ReadMarkersRequest, EmptyObject>(.post, .client(.r0), "rooms/{roomId}/read_markers")
}

/// What a receipt is for (SDN sheet 5.8).
package enum ReceiptKind: String, Sendable, Hashable, CaseIterable {
    /// Others see it.
    case read = "m.read"
    /// Only its user sees it.
    case readPrivate = "m.read.private"
    /// The read marker: the user's own, kept as account data of the room.
    case fullyRead = "m.fully_read"
}

/// A receipt for one event.
package struct ReceiptRequest: WireRequest, Hashable {
    package var roomID: String
    package var kind: ReceiptKind
    package var eventID: String
    /// The root of a thread, or `main`; `nil` for the whole room.
    package var threadID: String?

    package init(roomID: String, kind: ReceiptKind, eventID: String, threadID: String? = nil) {
        self.roomID = roomID
        self.kind = kind
        self.eventID = eventID
        self.threadID = threadID
    }
    package init(parts: RequestParts) throws {
        self.roomID = try parts.pathValue("roomId")
        guard let kind = ReceiptKind(rawValue: try parts.pathValue("receiptType")) else {
            throw WireError(.unsupported, field: "receiptType", reason: "m.read, m.read.private or m.fully_read is expected")
        }
        self.kind = kind
        self.eventID = try parts.pathValue("eventId")
        self.threadID = try parts.object().optionalString("thread_id")
    }
    package func parts() -> RequestParts {
        var object = JSONObject()
        object.set("thread_id", threadID)
        return RequestParts(path: ["roomId": roomID, "receiptType": kind.rawValue, "eventId": eventID], body: .object(object))
    }
}

/// The read marker and receipts in one; each `nil` stays where it is.
package struct ReadMarkersRequest: WireRequest, Hashable {
    package var roomID: String
    package var fullyRead: String?
    package var read: String?
    package var readPrivate: String?

    package init(roomID: String, fullyRead: String? = nil, read: String? = nil, readPrivate: String? = nil) {
        self.roomID = roomID
        self.fullyRead = fullyRead
        self.read = read
        self.readPrivate = readPrivate
    }
    package init(parts: RequestParts) throws {
        self.roomID = try parts.pathValue("roomId")
        let body = try parts.object()
        self.fullyRead = try body.optionalString(ReceiptKind.fullyRead.rawValue)
        self.read = try body.optionalString(ReceiptKind.read.rawValue)
        self.readPrivate = try body.optionalString(ReceiptKind.readPrivate.rawValue)
    }
    package func parts() -> RequestParts {
        var object = JSONObject()
        object.set(ReceiptKind.fullyRead.rawValue, fullyRead)
        object.set(ReceiptKind.read.rawValue, read)
        object.set(ReceiptKind.readPrivate.rawValue, readPrivate)
        return RequestParts(path: ["roomId": roomID], body: .object(object))
    }
}
