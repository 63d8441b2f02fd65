import HeraldJSON

extension Endpoints {
    /// Sends a receipt that tells how far the caller has read (SDN sheet 5.8).
    /// Matrix: [postReceipt](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3roomsroomidreceiptreceipttypeeventid).
    package static let receipt = Endpoint<ReceiptRequest, EmptyObject>(
        .post, .client(.r0), "rooms/{roomId}/receipt/{receiptType}/{eventId}")
    /// Moves the read marker and sends read receipts in one request.
    /// Matrix: [setReadMarker](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3roomsroomidread_markers).
    package static let readMarkers = Endpoint<ReadMarkersRequest, EmptyObject>(
        .post, .client(.r0), "rooms/{roomId}/read_markers")
}

/// The purpose of a receipt (SDN sheet 5.8).
package enum ReceiptKind: String, Sendable, Hashable, CaseIterable {
    /// A public receipt, which the other members see.
    case read = "m.read"
    /// A private receipt, which only its user sees.
    case readPrivate = "m.read.private"
    /// The read marker. The node stores it in the user's account data of the room.
    case fullyRead = "m.fully_read"
}

/// A receipt for one event.
package struct ReceiptRequest: WireRequest, Hashable {
    package var roomID: String
    package var kind: ReceiptKind
    package var eventID: String
    /// The thread of the receipt: the event ID of the thread's root, or `main`. `nil` means the whole room.
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
            throw WireError(
                .unsupported, field: "receiptType", reason: "expected m.read, m.read.private or m.fully_read")
        }
        self.kind = kind
        self.eventID = try parts.pathValue("eventId")
        self.threadID = try parts.object().optionalString("thread_id")
    }
    package func parts() -> RequestParts {
        var object = JSONObject()
        object.set("thread_id", threadID)
        return RequestParts(
            path: ["roomId": roomID, "receiptType": kind.rawValue, "eventId": eventID], body: .object(object))
    }
}

/// Moves the read marker and the user's receipts in one request. A marker or receipt that is `nil` is not moved.
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
