import HeraldJSON
import SDNValues
import SDNWire

extension MXRestClient {
    /// Sends an event (SDN sheet 3.1 and 5.7).
    ///
    /// This library does not encrypt. Before it sends an event, the client therefore asks the node if the room is encrypted, and refuses plain
    /// text in this case; see ``allowingPlainText(inRoom:isolation:_:)``. The client does not ask for events of the type `m.room.encrypted`, which
    /// an app has encrypted itself, and not again about a room that is encrypted. The methods of `MXRoom` need no such request while the
    /// session has just synced.
    /// - Parameters:
    ///   - roomId: the room.
    ///   - threadId: the root event of the thread that the event belongs to.
    ///   - eventType: any type except those of state events.
    ///   - content: an object without floating-point numbers.
    ///   - txnId: the transaction ID. The node accepts one event for each ID of a session, so a repeated request has no further effect. `nil`
    ///     makes a new one.
    /// - Returns: the event ID.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer,
    ///   and with code `roomIsEncrypted` when the room is encrypted and the event is not.
    @discardableResult
    public func sendEvent(
        toRoom roomId: String, threadId: String? = nil, eventType: MXEventType, content: JSONObject,
        txnId: String? = nil
    ) async throws -> String {
        if eventType.identifier != MXEventType.roomEncrypted.identifier { try await requirePlainText(inRoom: roomId) }
        let request = SendEventRequest(
            roomID: roomId, type: eventType.identifier, transactionID: txnId ?? makeTransactionID(),
            content: .object(Self.placing(content, inThread: threadId)))
        return try await perform(Endpoints.sendEvent, request).eventID
    }

    /// Sends an `m.room.message` with a content and a `msgtype`.
    /// - Returns: the event ID.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer,
    ///   and with code `roomIsEncrypted` when the room is encrypted and the event is not.
    @discardableResult
    public func sendMessage(
        toRoom roomId: String, threadId: String? = nil, messageType: MXMessageType, content: JSONObject
    ) async throws -> String {
        var content = content
        content["msgtype"] = .string(messageType.identifier)
        return try await sendEvent(toRoom: roomId, threadId: threadId, eventType: .roomMessage, content: content)
    }

    /// Sends a text message.
    /// - Returns: the event ID.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer,
    ///   and with code `roomIsEncrypted` when the room is encrypted and the event is not.
    @discardableResult
    public func sendTextMessage(toRoom roomId: String, threadId: String? = nil, text: String) async throws -> String {
        try await sendMessage(toRoom: roomId, threadId: threadId, messageType: .text, content: ["body": .string(text)])
    }

    /// Redacts an event.
    /// - Parameters:
    ///   - eventId: the event to redact.
    ///   - roomId: the room of the event.
    ///   - reason: a text that the node and the members can read. An encrypted room refuses it, and takes redactions without a reason.
    /// - Returns: the ID of the redaction.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer,
    ///   and with code `roomIsEncrypted` when the room is encrypted and there is a reason.
    @discardableResult
    public func redactEvent(_ eventId: String, inRoom roomId: String, reason: String? = nil) async throws -> String {
        if reason != nil { try await requirePlainText(inRoom: roomId) }
        let request = RedactRequest(roomID: roomId, eventID: eventId, transactionID: nil, reason: reason)
        // An event is redacted only once, so a repeated request does no harm.
        return try await perform(Endpoints.redactOnce, request).eventID
    }

    /// Redacts an event, and on nodes that support it also the events that relate to it.
    /// - Parameters:
    ///   - eventId: the event to redact.
    ///   - roomId: the room of the event.
    ///   - reason: a text that the node and the members can read. An encrypted room refuses it, and takes redactions without a reason.
    ///   - txnId: the transaction ID, with which a repeated request has no further effect. `nil` makes a new one.
    ///   - withRelations: the kinds of relation, such as `m.thread`, whose events are redacted too (MSC3912).
    ///   - withRelationsIsStable: true if the node knows `with_relations` by its stable name.
    /// - Returns: the ID of the redaction.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer,
    ///   and with code `roomIsEncrypted` when the room is encrypted and there is a reason.
    @discardableResult
    public func redactEvent(
        _ eventId: String, inRoom roomId: String, reason: String?, txnId: String?, withRelations: [String]? = nil,
        withRelationsIsStable: Bool = false
    ) async throws -> String {
        if reason != nil { try await requirePlainText(inRoom: roomId) }
        var request = RedactRequest(
            roomID: roomId, eventID: eventId, transactionID: txnId ?? makeTransactionID(), reason: reason)
        request.withRelations = withRelations ?? []
        if !withRelationsIsStable { request.withRelationsMember = unstablePrefix + "msc3912.with_relations" }
        return try await perform(Endpoints.redact, request).eventID
    }

    /// The prefix of experimental names on this node (SDN sheet 0.2).
    package var unstablePrefix: String { apiRoot == .api ? "org.sdn." : "org.matrix." }

    /// Returns `content` as a part of a thread. A content that already relates to an event is returned unchanged. A client without thread
    /// support shows the message as a reply to the thread's root, because the newest event of the thread is not known here.
    static func placing(_ content: JSONObject, inThread root: String?) -> JSONObject {
        guard let root, content["m.relates_to"] == nil else { return content }
        var content = content
        content["m.relates_to"] = [
            "rel_type": "m.thread", "event_id": .string(root), "is_falling_back": true,
            "m.in_reply_to": ["event_id": .string(root)],
        ]
        return content
    }
}
