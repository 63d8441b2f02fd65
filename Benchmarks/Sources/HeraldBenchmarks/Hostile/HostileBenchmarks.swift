import Foundation

/// One hostile address and one hostile account attack as hard as they can, while a stranger continues to work.
///
/// The server is the program in a process of its own with its standard limits; the load comes from another process and from 127.0.0.2, the
/// stranger from 127.0.0.3, so that limits for addresses meet the hostile one alone. Every kind of attack has a server to itself.
enum HostileBenchmarks: BenchmarkSuite {
    static let name = "hostile"
    static let mustHold = true

    /// Rounds of a window: of fewer than a hundred the 99th percentile would be the longest.
    private static var fewest: Int { isSmall ? 20 : 120 }

    /// True if everything is done at its smallest size.
    static var isSmall: Bool {
        CommandLine.arguments.contains("--smallest") || ProcessInfo.processInfo.environment["HERALD_BENCH_SMALL"] == "1"
    }
    /// Seconds of one window.
    private static var window: Double { isSmall ? 1 : 4 }

    static func run() async throws -> [Measurement] {
        signal(SIGPIPE, SIG_IGN)
        var rows: [HostileRow] = []
        for server in servers { rows += try await attack(server) }
        if !CommandLine.arguments.contains("--json") {
            print(Report.aligned([HostileRow.titles] + rows.flatMap(\.lines)) + "\n")
        }
        return rows.flatMap(\.measurements)
    }

    /// Those that HERALD_HOSTILE names, separated by commas; all of them otherwise.
    private static var servers: [HostileServer] {
        let named =
            ProcessInfo.processInfo.environment["HERALD_HOSTILE"]?.split(separator: ",").compactMap {
                HostileServer(rawValue: String($0))
            } ?? []
        return named.isEmpty ? HostileServer.allCases : named
    }

    /// HERALD_HOSTILE_MODE names one kind of attack, for a closer look.
    private static func attack(_ server: HostileServer) async throws -> [HostileRow] {
        let folder = try HostileFolder()
        let world = try await server.world(in: folder, isSmall: isSmall)
        let undisturbed = try await with(world, "calm", in: folder) { _, stranger in
            await times(of: stranger, seconds: window * 1.5)
        }
        let modes = server.modes(isSmall: isSmall)
        var rows: [HostileRow] = []
        let named = ProcessInfo.processInfo.environment["HERALD_HOSTILE_MODE"]
        for mode in modes where named == nil || mode == named {
            let parts = mode == HostileServer.all ? modes.filter { $0 != mode } : [mode]
            let row = try await with(world, mode, in: folder) { program, stranger in
                let load = try WorkProcess(HeraldProgram.own, [HostileLoad.argument])
                _ = try load.ask(HostileJob(server: server, port: program.port, modes: parts, facts: world.facts).line)
                let disturbed = await times(of: stranger, seconds: window)
                let counts = try load.ask("")
                return HostileRow(
                    server: server, mode: mode,
                    operations: stranger.operations.indices.map {
                        .init(
                            name: stranger.operations[$0], undisturbed: Percentiles(undisturbed[$0]),
                            disturbed: Percentiles(disturbed[$0]))
                    },
                    answered: counts.first.map { Int($0) } ?? 0, refused: counts.last.map { Int($0) } ?? 0,
                    peak: program.peakMegabytes)
            }
            say(row)
            rows.append(row)
        }
        return rows
    }

    /// A server of its own, and the stranger there.
    private static func with<T>(
        _ world: any HostileWorld, _ name: String, in folder: HostileFolder,
        _ body: (HeraldProgram, any HostileStranger) async throws -> T
    ) async throws -> T {
        let (program, stranger) = try await world.start(name)
        defer {
            program.kill()
            folder.remove(name)
        }
        return try await body(program, stranger)
    }

    /// Milliseconds of each operation, round after round.
    private static func times(of stranger: any HostileStranger, seconds: Double) async -> [[Double]] {
        var times = [[Double]](repeating: [], count: stranger.operations.count)
        let clock = ContinuousClock()
        // A stranger who has to wait is watched for longer, so that more than one or two waits are seen; but not for ever.
        let start = clock.now, end = start + .seconds(seconds), latest = start + .seconds(4 * seconds)
        var number = 0
        repeat {
            for (index, time) in await stranger.round(number).enumerated() { times[index].append(time) }
            number += 1
            // The stranger pauses like a person, because the requests of a stranger in a second are limited too.
            try? await Task.sleep(for: .milliseconds(20))
        } while clock.now < end || (number < fewest && clock.now < latest)
        return times
    }

    /// Reports the progress, because the benchmarks take minutes.
    private static func say(_ row: HostileRow) {
        let text = row.operations.map { "\($0.name) \($0.disturbed.text) ms of \(Report.figure($0.limit))" }.joined(
            separator: ", ")
        let line =
            "\(row.server.rawValue), \(row.mode): \(text), \(row.peak.map(Report.figure) ?? "-") MB: \(row.isHeld ? "held" : "NOT HELD")\n"
        FileHandle.standardError.write(Data(line.utf8))
    }
}
