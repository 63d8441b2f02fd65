import Foundation
import SDNValues
import SDNWire

extension MXRestClient {
    /// Announces that the user is typing in a room, or has stopped (SDN sheet 3.2 and 5.8).
    /// - Parameters:
    ///   - roomId: the room.
    ///   - typing: true if the user is typing.
    ///   - timeout: the time after which the announcement ends, in seconds; `nil` leaves it to the node. Nodes have their own limit, usually
    ///     30 seconds.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `invalidArgument` when the timeout is negative or not finite; ``/SDNValues/MXError`` when the node refuses.
    public func sendTypingNotification(inRoom roomId: String, typing: Bool, timeout: TimeInterval? = nil) async throws {
        let endpoint = Endpoints.typing
        var end: Duration?
        if typing, let timeout {
            guard timeout.isFinite, timeout >= 0 else {
                throw SDNSDKError(
                    .invalidArgument, field: "timeout", endpoint: endpoint.name, reason: "expected 0 or more seconds")
            }
            end = .milliseconds(Int64(min(timeout, 86_400) * 1000))
        }
        let request = TypingRequest(
            roomID: roomId, userID: try ownUserId(endpoint.name), isTyping: typing, timeout: end)
        // A typing announcement is useless when it arrives some seconds late.
        _ = try await perform(endpoint, request, retry: .once)
    }

    /// Sends a receipt, which says that the user has read a room up to an event. A node ignores a receipt that would move back to an older
    /// event.
    /// - Parameters:
    ///   - roomId: the room.
    ///   - eventId: the newest event that was read.
    ///   - threadId: the root event of a thread, or `main` for events outside of threads; `nil` for the whole room.
    ///   - isPrivate: true if only the user's own devices see the receipt.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func sendReadReceipt(
        toRoom roomId: String, forEvent eventId: String, threadId: String? = nil, isPrivate: Bool = false
    ) async throws {
        let request = ReceiptRequest(
            roomID: roomId, kind: isPrivate ? .readPrivate : .read, eventID: eventId, threadID: threadId)
        _ = try await perform(Endpoints.receipt, request)
    }

    /// Moves the read marker and the receipts.
    /// - Parameters:
    ///   - roomId: the room.
    ///   - readMarkerEventId: the event up to which the user has certainly read; `nil` leaves the marker where it is.
    ///   - readReceiptEventId: the newest event that was read, visible to others; `nil` leaves the receipt where it is.
    ///   - privateReadReceiptEventId: the newest event that was read, visible only to the user; `nil` leaves the receipt where it is.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func sendReadMarker(
        _ roomId: String, readMarkerEventId: String?, readReceiptEventId: String?,
        privateReadReceiptEventId: String? = nil
    ) async throws {
        let request = ReadMarkersRequest(
            roomID: roomId, fullyRead: readMarkerEventId, read: readReceiptEventId,
            readPrivate: privateReadReceiptEventId)
        _ = try await perform(Endpoints.readMarkers, request)
    }
}
