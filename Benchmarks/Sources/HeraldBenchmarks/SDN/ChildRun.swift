import Foundation

/// Runs this program again for one piece of work, where nothing else has been.
enum ChildRun {
    private static let argument = "--child="

    /// Takes an initial sync in once for every line; answers with seconds of wall and of processor time.
    static func initialSyncs() throws -> WorkProcess {
        try WorkProcess(program, [argument + "initial-syncs"] + BenchmarkSize.inherited)
    }

    private static var program: URL {
        #if os(Linux)
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        #else
        Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        #endif
    }

    /// - Returns: the difference between the peak and the memory before the work, in bytes; `nil` if the system does not report it.
    static func peak(of work: String) throws -> Int? {
        #if os(Linux)
        let process = Process()
        process.executableURL = program
        process.arguments = [argument + work] + BenchmarkSize.inherited
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw WorkloadFailure(reason: "the child ended with \(process.terminationStatus)")
        }
        return Int(String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
        #else
        return nil
        #endif
    }

    /// - Returns: true if this process was started for a piece of work. The work is then done.
    static func wasAskedFor(_ arguments: [String]) async throws -> Bool {
        guard let work = arguments.dropFirst().first, work.hasPrefix(argument) else { return false }
        if work == argument + "initial-syncs" {
            let bytes = SyncWorkload.initialSync(rooms: InitialSyncWork.rooms)
            try await InitialSyncWork.once(bytes)
            while readLine() != nil {
                let cost = try await InitialSyncWork.once(bytes)
                FileHandle.standardOutput.write(Data("\(cost.wall) \(cost.processor)\n".utf8))
            }
            return true
        }
        guard work == argument + "initial-sync" else { throw WorkloadFailure(reason: "unknown work") }
        // The figure does not include the start of the process and the first use of each part.
        try await InitialSyncWork.once(SyncWorkload.initialSync(rooms: 2))
        let bytes = SyncWorkload.initialSync(rooms: InitialSyncWork.rooms)
        // Resets the peak to the memory that is in use now, including the answer.
        try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
        let before = kilobytes("VmRSS")
        try await InitialSyncWork.once(bytes)
        print((kilobytes("VmHWM") - before) * 1024)
        return true
    }

    private static func kilobytes(_ name: String) -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line.flatMap { Int($0.split(whereSeparator: { !$0.isNumber }).first ?? "") } ?? 0
    }
}
