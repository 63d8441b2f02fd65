import Foundation

/// Gives the memory back into which the system has mapped the program's code and that of its libraries. The system maps 64 KiB around each place
/// that runs, and keeps what only the start and rare requests needed. The code stays in the system's cache of files, so that code which
/// runs again costs less than a microsecond for each 64 KiB.
package enum CodeMemory {
    /// Gives back the memory of all mappings that hold unchanged code of files.
    package static func giveBack() {
        #if canImport(Glibc)
        // The system hands out this file in pieces, and says no length. A function that reads a whole file would end after the first piece.
        guard let file = FileHandle(forReadingAtPath: "/proc/self/smaps"), let bytes = try? file.readToEnd() else {
            return
        }
        for range in unchangedCode(in: String(decoding: bytes, as: UTF8.self)) {
            guard let start = UnsafeMutableRawPointer(bitPattern: range.lowerBound) else { continue }
            _ = madvise(start, Int(range.count), Int32(MADV_DONTNEED))
        }
        #endif
    }

    /// Returns the addresses of the mappings of files that may be executed and not written, and that have no page of their own. Pages of their own, such
    /// as those with a debugger's breakpoints, would lose their changes.
    /// - Parameter map: the text of `/proc/self/smaps`.
    package static func unchangedCode(in map: String) -> [Range<UInt>] {
        var found: [Range<UInt>] = [], current: Range<UInt>?
        for line in map.utf8.split(separator: UInt8(ascii: "\n")) {
            switch line[line.startIndex] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"):
                current = code(Substring(line).split(separator: " "))
            case UInt8(ascii: "A"):
                let parts = Substring(line).split(separator: " ")
                guard parts.first == "Anonymous:" else { continue }
                if let code = current.take(), parts.count > 1, parts[1] == "0" { found.append(code) }
            default: continue
            }
        }
        return found
    }

    /// Reads the first line of a mapping, such as `7f00-7f10 r-xp 00000000 fe:00 42 /usr/lib/libc.so.6`.
    private static func code(_ parts: [Substring]) -> Range<UInt>? {
        guard parts.count >= 6, parts[1] == "r-xp", parts[5].hasPrefix("/") else { return nil }
        let bounds = parts[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        return bounds.count == 2 && bounds[0] < bounds[1] ? bounds[0]..<bounds[1] : nil
    }
}
