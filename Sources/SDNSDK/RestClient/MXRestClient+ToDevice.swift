import HeraldJSON
import SDNWire

extension MXRestClient {
    /// Sends messages to devices; they come with the next sync of each. SDN sheet 3.2.
    public func sendDirectToDevice(payload: MXToDevicePayload) async throws {
        let request = SendToDeviceRequest(
            type: payload.eventType, transactionID: payload.transactionId ?? makeTransactionID(), messages: payload.contentMap)
        _ = try await perform(Endpoints.sendToDevice, request)
    }
}
