import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Processor time of other processes, as the kernel of Linux counts it, in steps of 10 ms.
enum ProcessTime {
    /// True if this system has the files that tell it.
    static var isKnown: Bool { FileManager.default.fileExists(atPath: "/proc/self/stat") }

    /// Returns the milliseconds that a process and its descendants have used, including descendants that have ended.
    static func milliseconds(of process: Int32) -> Double {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return 0 }
        // The name of the program may have spaces. Behind it, user and system time are the 12th to the 15th field (proc(5), 14 to 17).
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 14 else { return 0 }
        let ticks = fields[11...14].compactMap { Double($0) }.reduce(0, +)
        return children(of: process).reduce(ticks * 1_000 / ticksPerSecond) { $0 + milliseconds(of: $1) }
    }

    /// Returns the processes that a process has started and that still run.
    static func children(of process: Int32) -> [Int32] {
        let text = (try? String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)) ?? ""
        return text.split(separator: " ").compactMap { Int32($0) }
    }

    private static let ticksPerSecond = max(1, Double(sysconf(Int32(_SC_CLK_TCK))))
}
