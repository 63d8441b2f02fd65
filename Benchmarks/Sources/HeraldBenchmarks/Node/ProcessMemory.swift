import Foundation

/// Resident memory of other processes, as the kernel of Linux counts it.
enum ProcessMemory {
    /// Returns the memory of a process in MB; 0 where the system does not tell.
    static func megabytes(of process: Int32) -> Double {
        let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Double($0.split { !$0.isNumber }.first ?? "") }.map { $0 / 1_024 } ?? 0
    }

    /// Returns the memory of the processes that a process has started, with their descendants, in MB.
    static func megabytes(ofChildrenOf process: Int32) -> Double {
        ProcessTime.children(of: process).reduce(0) { $0 + megabytes(of: $1) + megabytes(ofChildrenOf: $1) }
    }
}
