import Foundation
import TestSupport
import Testing

/// The fact sheets in docs/protocols are cited by section, as in "SDN sheet 1.6" (docs/protocols/README.md).
@Suite("Citations of the fact sheets")
struct CitationTests {
    private struct Citation {
        let place: String
        let sheet: String?
        let sections: [String]
    }

    private static let files = ["SDN": "sdn.md", "OpenDID": "opendid.md", "MYKEY": "mykey.md"]
    private static let read = Result { try citations() }

    @Test("every cited section exists")
    func resolve() throws {
        let sections = try Self.files.mapValues(Self.sections(of:))
        let citations = try Self.read.get()
        #expect(citations.count > 1200)
        for citation in citations {
            guard let sheet = citation.sheet else { continue }
            for section in citation.sections {
                let exists = sections[sheet]?.contains(section) == true
                #expect(exists, "\(citation.place): the \(sheet) sheet has no section \(section)")
            }
        }
    }

    @Test("every citation names its sheet")
    func names() throws {
        #expect(try Self.read.get().filter { $0.sheet == nil }.map(\.place) == [])
    }

    @Test("every section of a sheet, or its parent section, states the mark of its statements")
    func marks() throws {
        for file in Self.files.values {
            var marked: Set<String> = []
            for section in try Self.text(of: file).split(separator: "\n#") {
                guard let number = section.firstMatch(of: #/^[#]* (\d+(?:\.\d+)*)\.? /#)?.1 else { continue }
                let lines = section.split(separator: "\n").dropFirst()
                if lines.contains(where: { $0.hasPrefix("*Mark: ") }) { marked.insert(String(number)) }
                let isMarked =
                    marked.contains(String(number))
                    || marked.contains(number.split(separator: ".").dropLast().joined(separator: "."))
                #expect(isMarked || lines.allSatisfy { $0 == "---" }, "\(file), section \(number)")
            }
            #expect(marked.count > 40, "\(file)")
        }
    }

    /// The numbers of a sheet's headings, and of table rows that have one of their own, such as 9.5 in the MYKEY sheet.
    private static func sections(of file: String) throws -> Set<String> {
        let text = try Self.text(of: file)
        let headings = text.matches(of: #/^[#]+ (\d+(?:\.\d+)*)\.? /#.anchorsMatchLineEndings()).map { String($0.1) }
        let rows = text.matches(of: #/^\| (\d+\.\d+) \|/#.anchorsMatchLineEndings()).map { String($0.1) }
        let numbers = headings + rows
        #expect(numbers.count == Set(numbers).count && numbers.count > 40, "\(file)")
        return Set(numbers)
    }

    private static func text(of file: String) throws -> String {
        try PackageFiles.text("docs/protocols/\(file)")
    }

    private static func citations() throws -> [Citation] {
        try citingFiles().flatMap { file -> [Citation] in
            let text = try String(contentsOf: file, encoding: .utf8)
            guard text.contains("heet") else { return [] }
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            return lines.indices.filter { lines[$0].contains("heet") }.flatMap { index in
                citations(
                    in: words(lines[index]), after: index > 0 ? words(lines[index - 1]) : "",
                    before: index + 1 < lines.count ? words(lines[index + 1]) : "",
                    place: "\(file.lastPathComponent):\(index + 1)")
            }
        }
    }

    /// Citations may be broken over lines, so the line before and the line after are looked at as well.
    private static func citations(in line: String, after: String, before: String, place: String) -> [Citation] {
        let start = (after + " " + line).suffix(line.count + 20)
        let text = line + " " + before
        var found: [Citation] = []
        for match in text.matches(
            of: /\b[Ss]heets?(?:,? sections?)? (\d+(?:\.\d+)*(?:(?:, | and | to | or )\d+(?:\.\d+)*)*)/)
        where match.range.lowerBound < text.index(text.startIndex, offsetBy: line.count) {
            let left = (start.dropLast(line.count) + text[..<match.range.lowerBound])
            found.append(
                Citation(place: place, sheet: files.keys.first { left.hasSuffix("\($0) ") }, sections: numbers(match.1))
            )
        }
        for match in (start + " " + before).matches(of: /\bsections? (\d[\d., ando]*) of the (SDN|OpenDID|MYKEY) sheet/)
        {
            found.append(Citation(place: place, sheet: String(match.2), sections: numbers(match.1)))
        }
        return found
    }

    private static func numbers(_ list: Substring) -> [String] {
        list.matches(of: /\d+(?:\.\d+)*/).map { String($0.output) }
    }

    /// A line without its indentation and the marks of a comment.
    private static func words(_ line: Substring) -> String {
        String(line.drop { " /#*|\t".contains($0) }).trimmingCharacters(in: .whitespaces)
    }

    private static func citingFiles() throws -> [URL] {
        let folders = ["Sources", "Tests", "docs", "Interop", "Fuzz", "Benchmarks", "scripts"]
        let top = try FileManager.default.contentsOfDirectory(
            at: PackageFiles.root, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
        let inside = folders.flatMap { folder in
            let base = PackageFiles.url(folder)
            let enumerator = FileManager.default.enumerator(
                at: base, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
            return enumerator?.compactMap { $0 as? URL } ?? []
        }
        return (top + inside).filter { ["swift", "md", "py", "txt"].contains($0.pathExtension) }.sorted {
            $0.path < $1.path
        }
    }
}
