import GRDB

/// Keeps what waits for one device within its limit, so that neither a device that never comes nor a stranger who writes without end fills
/// the disk.
///
/// Of too much those lose their oldest messages who have sent most: whoever floods a device crowds out what they sent themselves, and not
/// the keys that others sent it.
enum ToDeviceLoad {
    /// What a message weighs beside its content; the triggers of ``DeviceSchema`` count it as well.
    static let perMessage = 1_024

    struct Waiting {
        let ord: Int64
        let weight: Int
    }

    /// The positions of the messages that are too much, when there is more than three quarters of the limit: more room than has to be is made,
    /// so that it is done once for many messages.
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

    /// The most that each may keep, so that all together keep no more than there is and nobody gives up anything who has less.
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
