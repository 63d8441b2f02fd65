import GRDB
import SDNWire

/// Sends messages to devices (SDN sheet 3.2 and 7.2).
struct ToDeviceService: Sendable {
    /// A message for one device, or for all devices of a user (`*`).
    struct Message: Sendable {
        let user: String
        let device: String
        let content: [UInt8]
    }

    /// The most bytes that one request writes for all devices together. Other clients' writes wait meanwhile.
    static let requestBytes = 4 << 20
    /// The bytes of messages that count as one more write against the sender's rate limit.
    private static let bytesPerWrite = 64 << 10
    let services: NodeServices

    /// Queues the messages of one request, unless the request was handled before. Wakes the users who receive them.
    /// - Throws: `M_TOO_LARGE` if all devices together get too many bytes; `M_LIMIT_EXCEEDED` if the sender is above the rate limit.
    func send(_ messages: [Message], type: String, transactionID: String, from caller: Caller) async throws {
        let (now, services) = (services.now(), services)
        let limits = services.configuration.userLimits
        let limit = min(limits.toDeviceWaiting, Self.requestBytes)
        let (users, begun) = try await services.database.write { db -> (Set<String>, [FanOuts.Begun]) in
            try AccessTokens.requireAlive(caller, in: db)
            guard
                try TransactionStore.isFirst(
                    transactionID, endpoint: "sendToDevice/\(type)", caller: caller, now: now, in: db)
            else { return ([], []) }
            var copies: [(message: Int, device: String)] = [], sum = 0
            for (index, message) in messages.enumerated() {
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
                let message = messages[copy.message]
                let crowding = try ToDeviceStore.queue(
                    type, message.content, from: caller.userID, to: message.user, device: copy.device,
                    limit: limits.toDeviceWaiting, in: db)
                if let crowding { begun.append(try services.fanOuts.plan(crowding, of: caller.userID, in: db)) }
            }
            return (Set(copies.map { messages[$0.message].user }), begun)
        }
        services.notifier.wake(users: users)
        for work in begun { try await services.fanOuts.follow(work) }
    }
}
