import Foundation
import HeraldJSON

/// The process that attacks: it runs a ``HostileJob`` from the address ``source`` until its input ends.
enum HostileLoad {
    /// The hostile one's address.
    static let source = "127.0.0.2"
    static let argument = "--hostile-load"

    /// - Returns: true if this process was started to attack. It then ends itself.
    static func wasAskedFor(_ arguments: [String]) throws -> Bool {
        guard arguments.dropFirst().first == argument else { return false }
        signal(SIGPIPE, SIG_IGN)
        OpenFiles.raise()
        // A real attacker has another machine. The cost of the attacker's own work must not count as a cost of the server.
        _ = nice(19)
        guard let line = readLine() else { return true }
        let job = try HostileJob(line)
        let count = HostileCount(), ready = DispatchGroup()
        for plan in try job.plans() {
            for held in plan.held {
                ready.enter()
                let port = job.port
                start { held.run(from: source, to: port, count) { ready.leave() } }
            }
            for flood in plan.floods {
                for index in 0..<flood.connections {
                    let port = job.port
                    start { flood.run(index, from: source, to: port, count) }
                }
            }
        }
        _ = ready.wait(timeout: .now() + 5)
        say("1")
        _ = readLine()
        say("\(count.answered) \(count.refused)")
        exit(0)
    }

    private static func start(_ body: @escaping @Sendable () -> Void) {
        let thread = Thread { body() }
        thread.stackSize = 512 << 10
        thread.start()
    }

    private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
