import Foundation

/// The public types of `OpenDIDModel` and `OpenDID_DataModel` by their full names, read from the sources.
struct PublicTypes: Sendable {
    private(set) var names: Set<String> = []

    init() throws {
        for module in ["OpenDIDModel", "OpenDID_DataModel"] {
            for text in try DeclaredEndpoint.sources(of: module) { read(text) }
        }
    }

    /// Nesting is told by the indentation, which the house keeps.
    private mutating func read(_ text: String) {
        var owners: [(depth: Int, name: String)] = []
        for line in text.split(separator: "\n") {
            let depth = line.prefix { $0 == " " }.count
            if let match = line.firstMatch(of: /^ *extension ([\w.]+)/) {
                owners = [(depth, String(match.output.1))]
                continue
            }
            let pattern =
                /^ *(?:@\w+ )*(public |package )?(?:indirect |final )?(struct|enum|class|protocol|typealias) (\w+)/
            guard let match = line.firstMatch(of: pattern) else { continue }
            while let last = owners.last, last.depth >= depth { owners.removeLast() }
            let name = (owners.map(\.name) + [String(match.output.3)]).joined(separator: ".")
            if match.output.1 == "public " { names.insert(name) }
            if match.output.2 != "typealias" { owners.append((depth, String(match.output.3))) }
        }
    }
}
