import Foundation

/// Requests over so many connections, each sending the next one as soon as it has its answer.
struct FloodPlan: Sendable {
    var connections: Int
    /// The request of a number; numbers differ between connections.
    var request: @Sendable (Int) -> RawRequest

    /// One connection, until the process ends.
    func run(_ index: Int, from source: String, to port: Int, _ count: HostileCount) {
        let http = RawHTTP(from: source, to: port)
        var number = index
        while true {
            do {
                count.note(status: try http.ask(request(number)).status)
            } catch {
                count.noteClosed()
                // Whom the server does not let in tries again, but not in a tight loop that takes the machine from it.
                Thread.sleep(forTimeInterval: 0.01)
            }
            number += connections
        }
    }
}
