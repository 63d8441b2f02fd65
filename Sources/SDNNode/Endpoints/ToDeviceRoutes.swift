import GRDB
import HeraldJSON
import SDNWire

/// The endpoint that sends messages to devices (SDN sheet 3.2 and 7.2).
struct ToDeviceRoutes: Sendable {
    let services: NodeServices
    private static let recipientLimit = 1_000
    /// The most bytes of a message's type, the same as for events.
    private static let typeLimit = 255
    /// The most bytes that one request writes for all devices together. Other clients' writes wait meanwhile.
    static let requestBytes = 4 << 20
    /// The bytes of messages that count as one more write against the sender's rate limit.
    private static let bytesPerWrite = 64 << 10

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
        var messages: [(user: String, device: String, content: [UInt8])] = []
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
                messages.append((user, try StoredText.checked(device, field: "messages"), kept))
            }
        }
        guard messages.count <= Self.recipientLimit else {
            throw WireError(.tooLong, field: "messages", reason: "at most \(Self.recipientLimit) devices at once")
        }
        let (now, all, services) = (services.now(), messages, services)
        let limit = min(limits.toDeviceWaiting, Self.requestBytes)
        let (users, begun) = try await services.database.write { db -> (Set<String>, [FanOuts.Begun]) in
            guard
                try TransactionStore.isFirst(
                    transaction, endpoint: "sendToDevice/\(type)", caller: caller, now: now, in: db)
            else { return ([], []) }
            var copies: [(message: Int, device: String)] = [], sum = 0
            for (index, message) in all.enumerated() {
                for device in try ToDeviceStore.devices(of: message.user, named: message.device, in: db) {
                    // The limit counts one copy for each device, because `*` is one name on the wire and many copies on the disk.
                    sum += message.content.count + ToDeviceLoad.perMessage
                    guard sum <= limit else {
                        throw MatrixError(
                            .tooLarge, "messages: all devices together get at most \(limit) bytes at once.")
                    }
                    copies.append((index, device))
                }
            }
            // The sender pays for all copies in the rate limit, because all clients share the one writer.
            let price = sum / Self.bytesPerWrite
            if price > 0 {
                try services.limits.use(.send(user: caller.userID))
                services.limits.charge(.send(user: caller.userID), price - 1)
            }
            var begun: [FanOuts.Begun] = []
            for copy in copies {
                let message = all[copy.message]
                let crowding = try ToDeviceStore.queue(
                    type, message.content, from: caller.userID, to: message.user, device: copy.device,
                    limit: limits.toDeviceWaiting, in: db)
                if let crowding { begun.append(try services.fanOuts.plan(crowding, of: caller.userID, in: db)) }
            }
            return (Set(copies.map { all[$0.message].user }), begun)
        }
        services.notifier.wake(users: users)
        for work in begun { try await services.fanOuts.follow(work) }
        return EmptyObject()
    }
}
