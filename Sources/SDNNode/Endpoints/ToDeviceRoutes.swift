import HeraldJSON
import SDNWire

/// The endpoint that sends messages to devices (SDN sheet 3.2 and 7.2).
struct ToDeviceRoutes: Sendable {
    let services: NodeServices
    private static let recipientLimit = 1_000
    /// The most bytes of a message's type, the same as for events.
    private static let typeLimit = 255

    func register(in routes: inout RouteTable) {
        let own = self
        routes.on(Endpoints.sendToDevice) { try await own.send($0, $1.authenticated()) }
    }

    private func send(_ request: SendToDeviceRequest, _ caller: Caller) async throws -> EmptyObject {
        let type = try StoredText.checked(request.type, field: "eventType")
        guard type.utf8.count <= Self.typeLimit else {
            throw WireError(.tooLong, field: "eventType", reason: "a type has at most \(Self.typeLimit) bytes")
        }
        let limits = services.configuration.userLimits
        let transaction = try StoredText.checked(request.transactionID, field: "txnId")
        var messages: [ToDeviceService.Message] = []
        for (user, devices) in request.messages.sorted(by: { $0.key < $1.key }) {
            _ = try StoredText.checked(user, field: "messages")
            for (device, content) in devices.sorted(by: { $0.key < $1.key }) {
                let value = JSONValue.object(content)
                guard value.isNested(within: EventFormat.depthLimit) else {
                    throw MatrixError(.badJSON, "The content has more than \(EventFormat.depthLimit) levels.")
                }
                // The limit applies to the stored form, in which a number can be longer than on the wire.
                let kept = value.serialized()
                guard kept.count <= limits.toDeviceContent else {
                    throw MatrixError(
                        .tooLarge, "messages: the content for a device has at most \(limits.toDeviceContent) bytes.")
                }
                messages.append(
                    .init(user: user, device: try StoredText.checked(device, field: "messages"), content: kept))
            }
        }
        guard messages.count <= Self.recipientLimit else {
            throw WireError(.tooLong, field: "messages", reason: "at most \(Self.recipientLimit) devices at once")
        }
        try await ToDeviceService(services: services).send(
            messages, type: type, transactionID: transaction, from: caller)
        return EmptyObject()
    }
}
