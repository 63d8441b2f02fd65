import Foundation

/// The memory that this process uses, on Linux.
enum Memory {
    /// Begins the peak anew, at what is held now.
    /// - Returns: that, in bytes.
    static func beginPeak() -> Int {
        try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
        return bytes("VmRSS")
    }

    /// The most that was held since, in bytes.
    static var peak: Int { bytes("VmHWM") }

    /// The most that was held without the pages of files, in bytes. Pages of files are counted as they are now, because they only become more.
    static var peakWithoutFiles: Int { bytes("VmHWM") - bytes("RssFile") - bytes("RssShmem") }

    private static func bytes(_ name: String) -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line.flatMap { Int($0.split(whereSeparator: { !$0.isNumber }).first ?? "") }.map { $0 * 1024 } ?? 0
    }
}
