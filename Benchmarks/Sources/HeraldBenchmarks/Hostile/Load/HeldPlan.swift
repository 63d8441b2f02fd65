import Foundation

/// Connections that are opened and held, and opened again when the server closes them.
struct HeldPlan: Sendable {
    var count: Int
    /// The bytes that each connection sends first, as fast as the server takes them.
    var opening: [UInt8] = []
    /// The bytes that it sends after that, one every fifth of a second, again and again.
    var drip: [UInt8] = []
    /// True if the connection is closed after an answer. A client that does not read does not see the answer.
    var reads = true
    /// The bytes that the system takes before anybody reads.
    var receiveBuffer: Int32?
    /// The largest number of connections that are opened in a second, so that the load is limited.
    var perSecond = 1_000

    /// Holds them until the process ends. - Parameter ready: signalled when each was opened once, or refused.
    func run(from source: String, to port: Int, _ count: HostileCount, ready: () -> Void) {
        var places = [Place](repeating: Place(), count: self.count)
        let perRound = max(perSecond / Self.rounds, 1)
        var round = 0
        while true {
            var left = perRound
            for index in places.indices { tend(&places[index], from: source, to: port, count, &left) }
            round += 1
            if round == (self.count + perRound - 1) / perRound { ready() }
            Thread.sleep(forTimeInterval: 1 / Double(Self.rounds))
        }
    }

    private static let rounds = 5

    private struct Place {
        var socket: RawSocket?
        var sent = 0
        var dripped = 0
    }

    private func tend(_ place: inout Place, from source: String, to port: Int, _ count: HostileCount, _ left: inout Int)
    {
        if let socket = place.socket, reads ? socket.hasNews : socket.isOver {
            count.noteClosed()
            place = Place()
        }
        if place.socket == nil {
            guard left > 0 else { return }
            left -= 1
            guard let socket = try? RawSocket(from: source, to: port, seconds: 1, receiveBuffer: receiveBuffer) else {
                return count.noteClosed()
            }
            place.socket = socket
            count.noteTaken()
        }
        if place.sent < opening.count {
            guard let sent = place.socket?.putWhatFits(opening, from: place.sent, most: opening.count) else {
                return place.socket = nil
            }
            place.sent += sent
        } else if !drip.isEmpty {
            guard let sent = place.socket?.putWhatFits(drip, from: place.dripped, most: 1) else {
                return place.socket = nil
            }
            place.dripped = (place.dripped + sent) % drip.count
        }
    }
}
