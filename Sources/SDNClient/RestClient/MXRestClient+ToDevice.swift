import HeraldJSON
import SDNValues
import SDNWire

extension MXRestClient {
    /// Sends messages to devices. Each device receives its messages with its next sync (SDN sheet 3.2).
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func sendDirectToDevice(payload: MXToDevicePayload) async throws {
        let request = SendToDeviceRequest(
            type: payload.eventType, transactionID: payload.transactionId ?? makeTransactionID(),
            messages: payload.contentMap)
        _ = try await perform(Endpoints.sendToDevice, request)
    }
}
