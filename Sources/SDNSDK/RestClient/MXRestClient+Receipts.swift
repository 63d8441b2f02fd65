import Foundation
import SDNWire

extension MXRestClient {
    /// Says that the user is writing in a room, or has stopped. SDN sheet 3.2 and 5.8.
    /// - Parameters:
    ///   - roomId: the room.
    ///   - typing: whether the user is writing.
    ///   - timeout: for how long that holds unless it is said again, in seconds; `nil` leaves it to the node. Nodes have a limit of
    ///     their own, usually 30 seconds.
    public func sendTypingNotification(inRoom roomId: String, typing: Bool, timeout: TimeInterval? = nil) async throws {
        let endpoint = Endpoints.typing
        var milliseconds: Int64?
        if typing, let timeout {
            guard timeout.isFinite, timeout >= 0 else {
                throw SDNSDKError(.invalidArgument, field: "timeout", endpoint: endpoint.name, reason: "seconds are 0 or more")
            }
            milliseconds = Int64(min(timeout, 86_400) * 1000)
        }
        let request = TypingRequest(roomID: roomId, userID: try ownUserId(endpoint.name), isTyping: typing, timeout: milliseconds)
        // What was typed some seconds ago is of no interest to anyone.
        _ = try await perform(endpoint, request, retry: .once)
    }

    /// Says that the user has read a room up to an event. A node ignores a receipt that would go backwards.
    /// - Parameters:
    ///   - roomId: the room.
    ///   - eventId: the newest event that was read.
    ///   - threadId: the root event of a thread, or `main` for what is in no thread; `nil` for the whole room.
    ///   - isPrivate: whether nobody but the user sees it.
    public func sendReadReceipt(toRoom roomId: String, forEvent eventId: String, threadId: String? = nil, isPrivate: Bool = false) async throws {
        let request = ReceiptRequest(roomID: roomId, kind: isPrivate ? .readPrivate : .read, eventID: eventId, threadID: threadId)
        _ = try await perform(Endpoints.receipt, request)
    }

    /// Moves the read marker, and the receipts with it.
    /// - Parameters:
    ///   - roomId: the room.
    ///   - readMarkerEventId: up to where the user has read for certain; `nil` leaves the marker where it is.
    ///   - readReceiptEventId: the newest event that was read, for others to see; `nil` leaves the receipt where it is.
    ///   - privateReadReceiptEventId: the same for nobody but the user to see.
    public func sendReadMarker(
        _ roomId: String, readMarkerEventId: String?, readReceiptEventId: String?, privateReadReceiptEventId: String? = nil
    ) async throws {
        let request = ReadMarkersRequest(
            roomID: roomId, fullyRead: readMarkerEventId, read: readReceiptEventId, readPrivate: privateReadReceiptEventId)
        _ = try await perform(Endpoints.readMarkers, request)
    }
}
