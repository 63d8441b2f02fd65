import Foundation

/// A gateway in front of a homeserver, and clients of both. Each is a process of its own.
final class GatewayWorld {
    private let folder: HostileFolder
    private let stub: WorkProcess
    /// The clients. They end with their connections.
    let load: WorkProcess
    let gateway: HeraldProgram
    /// The port of the stub homeserver.
    let direct: Int

    /// Starts a gateway in front of a stub homeserver.
    init() throws {
        folder = try HostileFolder()
        stub = try StubHomeserver.start(on: Cores.both?.others)
        direct = Int(try stub.ask("")[0])
        gateway = try Self.gateway(before: direct, in: folder.url)
        load = try GatewayLoad.start(on: Cores.both?.others)
    }

    /// Starts `herald gateway` on a processor of its own, with its standard limits.
    static func gateway(before port: Int, in folder: URL) throws -> HeraldProgram {
        let key = folder.appendingPathComponent("key.pem").path, name = "bench.example"
        let made = Process()
        made.executableURL = HeraldProgram.own.deletingLastPathComponent().appendingPathComponent("herald")
        made.arguments = ["gateway", "init", "--server-name", name, "--key", key]
        made.standardOutput = FileHandle.nullDevice
        try made.run()
        made.waitUntilExit()
        guard made.terminationStatus == 0 else { throw HeraldProgram.DidNotStart() }
        return try HeraldProgram(
            [
                "gateway", "--port", "0", "--homeserver", "http://127.0.0.1:\(port)", "--server-name", name,
                "--key", key, "--database", "sqlite:" + folder.appendingPathComponent("gateway.sqlite").path,
            ], on: Cores.both?.gateway)
    }

    /// Opens connections, and returns when their requests have reached the homeserver.
    /// - Parameter work: `idle`, for connections that have sent one request, or `poll`, for those with a long poll.
    func open(_ work: String, _ count: Int) throws {
        _ = try load.ask("\(work) \(gateway.port) \(count)")
        let clock = ContinuousClock(), end = clock.now + .seconds(60)
        while work == "poll", try Int(stub.ask("")[2]) < count {
            guard clock.now < end else { throw WorkloadFailure(reason: "the long polls did not reach the homeserver") }
            usleep(10_000)
        }
    }
}
