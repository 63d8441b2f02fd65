import SDNClient
import SDNValues

/// The closure form of messages to devices (SDN sheet 3.2).
extension MXRestClient {
    /// The closure form of ``/SDNClient/MXRestClient/sendDirectToDevice(payload:)``.
    @discardableResult
    public func sendDirectToDevice(
        payload: MXToDevicePayload, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.sendDirectToDevice(payload: payload) }
    }
}
