import HeraldJSON
import SDNClient
import SDNSession
import SDNValues

extension MXSession {
    /// The closure form of ``/SDNSession/MXSession/event(withEventId:inRoom:)``.
    @discardableResult
    public func event(
        withEventId eventId: String, inRoom roomId: String,
        _ completion: @escaping @Sendable (MXResponse<MXEvent>) -> Void
    ) -> MXHTTPOperation {
        sdnRestClient.adapt(completion) { try await self.event(withEventId: eventId, inRoom: roomId) }
    }

    /// The closure form of ``/SDNSession/MXSession/createRoom(parameters:)-(JSONObject)``.
    @discardableResult
    public func createRoom(parameters: [String: Any], completion: @escaping @Sendable (MXResponse<MXRoom>) -> Void)
        -> MXHTTPOperation
    {
        let body = Result { try JSONObject(foundation: parameters) }
        return sdnRestClient.adapt(completion) { try await self.createRoom(parameters: body.get()) }
    }
}
