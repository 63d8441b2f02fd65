import HeraldJSON
import SDNWire

extension RoomService {
    /// Sends a message-like event without a transaction ID. A repeated request sends the event again.
    /// - Throws: the errors of sending an event, such as `M_BAD_JSON` and `M_TOO_LARGE`; `M_INVALID_PARAM` if the event is a redaction.
    func send(_ request: SendOnceRequest, _ caller: Caller) async throws -> EventIDResponse {
        guard request.type != EventType.redaction else {
            throw MatrixError(.invalidParam, "eventType: use the redact endpoint for redactions.")
        }
        let content = request.content.objectValue ?? [:]
        let draft = EventDraft(type: request.type, sender: caller.userID, content: content).prepared()
        let eventID = try await change(request.roomID, by: caller) { log in
            try StateForm(type: request.type, stateKey: nil, content: content, sender: caller.userID).check(in: log)
            return try log.append(draft, origin: EventOrigin(deviceID: caller.deviceID, transactionID: nil)).eventID
        }
        return EventIDResponse(eventID: eventID)
    }
}
