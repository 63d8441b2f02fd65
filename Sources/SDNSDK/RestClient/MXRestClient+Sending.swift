import HeraldJSON
import SDNWire

extension MXRestClient {
    /// Sends an event. SDN sheet 3.1 and 5.7.
    /// - Parameters:
    ///   - roomId: the room.
    ///   - threadId: the root event of a thread that the event belongs to.
    ///   - eventType: a type that is no state.
    ///   - content: an object without floating-point numbers.
    ///   - txnId: makes a repeat harmless: the node takes one event for each id of a session. `nil` for a new one.
    /// - Returns: the event id.
    @discardableResult
    public func sendEvent(
        toRoom roomId: String, threadId: String? = nil, eventType: MXEventType, content: JSONObject, txnId: String? = nil
    ) async throws -> String {
        let request = SendEventRequest(
            roomID: roomId, type: eventType.identifier, transactionID: txnId ?? makeTransactionID(),
            content: .object(Self.placing(content, inThread: threadId)))
        return try await perform(Endpoints.sendEvent, request).eventID
    }

    /// Sends a message: `content` and its `msgtype`.
    /// - Returns: the event id.
    @discardableResult
    public func sendMessage(
        toRoom roomId: String, threadId: String? = nil, messageType: MXMessageType, content: JSONObject
    ) async throws -> String {
        var content = content
        content["msgtype"] = .string(messageType.identifier)
        return try await sendEvent(toRoom: roomId, threadId: threadId, eventType: .roomMessage, content: content)
    }

    /// Sends a text.
    /// - Returns: the event id.
    @discardableResult
    public func sendTextMessage(toRoom roomId: String, threadId: String? = nil, text: String) async throws -> String {
        try await sendMessage(toRoom: roomId, threadId: threadId, messageType: .text, content: ["body": .string(text)])
    }

    /// Redacts an event.
    /// - Returns: the id of the redaction.
    @discardableResult
    public func redactEvent(_ eventId: String, inRoom roomId: String, reason: String? = nil) async throws -> String {
        let request = RedactRequest(roomID: roomId, eventID: eventId, transactionID: nil, reason: reason)
        // The event is redacted once however often it is asked for, so a repeat does no harm.
        return try await perform(Endpoints.redactOnce, request).eventID
    }

    /// Redacts an event, and on nodes that can do it the events that relate to it.
    /// - Parameters:
    ///   - eventId: the event to redact.
    ///   - roomId: its room.
    ///   - reason: a text that others see.
    ///   - txnId: makes a repeat harmless; `nil` for a new one.
    ///   - withRelations: kinds of relation, such as `m.thread`, whose events are redacted too (MSC3912).
    ///   - withRelationsIsStable: whether the node knows `with_relations` by its stable name.
    /// - Returns: the id of the redaction.
    @discardableResult
    public func redactEvent(
        _ eventId: String, inRoom roomId: String, reason: String?, txnId: String?, withRelations: [String]? = nil,
        withRelationsIsStable: Bool = false
    ) async throws -> String {
        var request = RedactRequest(roomID: roomId, eventID: eventId, transactionID: txnId ?? makeTransactionID(), reason: reason)
        request.withRelations = withRelations ?? []
        if !withRelationsIsStable { request.withRelationsMember = unstablePrefix + "msc3912.with_relations" }
        return try await perform(Endpoints.redact, request).eventID
    }

    /// How the node spells experimental names (SDN sheet 0.2).
    var unstablePrefix: String { apiRoot == .api ? "org.sdn." : "org.matrix." }

    /// A content as a part of a thread, unless it relates to something already. Whoever does not know threads sees a reply to the
    /// root: the newest event of the thread is not known here.
    static func placing(_ content: JSONObject, inThread root: String?) -> JSONObject {
        guard let root, content["m.relates_to"] == nil else { return content }
        var content = content
        content["m.relates_to"] = [
            "rel_type": "m.thread", "event_id": .string(root), "is_falling_back": true, "m.in_reply_to": ["event_id": .string(root)],
        ]
        return content
    }
}
