import GRDB

/// Keeps the messages that wait for one device within the limit. Otherwise a device that never syncs, or a stranger who sends without end, could fill
/// the disk.
///
/// Above the limit, the node deletes the oldest messages of the senders who sent most. A sender who floods a device therefore loses their own
/// messages, and not the keys that others sent.
enum ToDeviceLoad {
    /// The bytes that the limit counts for each message in addition to its content. The triggers of ``DeviceSchema`` use this number as
    /// well.
    static let perMessage = 1_024

    struct Waiting {
        let ord: Int64
        let weight: Int
    }

    /// Returns the positions of the messages to delete so that three quarters of the limit are in use. The node makes more room than it needs, so
    /// that one deletion serves many messages.
    static func surplus(user: String, device: String, limit: Int, in db: Database) throws -> [Int64] {
        let waiting = try waiting(user: user, device: device, in: db)
        let allowance = share(of: limit - limit / 4, among: waiting.values.map { $0.reduce(0) { $0 + $1.weight } })
        var surplus: [Int64] = []
        for messages in waiting.values {
            var kept = 0
            for message in messages {
                kept += message.weight
                if kept > allowance { surplus.append(message.ord) }
            }
        }
        return surplus.sorted()
    }

    /// Returns the most bytes of messages that each sender may keep, so that all senders together keep at most `total`. Senders with fewer bytes lose
    /// no messages.
    static func share(of total: Int, among weights: [Int]) -> Int {
        var left = total, others = weights.count
        for weight in weights.sorted() {
            if weight > left / others { return left / others }
            left -= weight
            others -= 1
        }
        return .max
    }
}
