import Foundation
import OpenDID_DataModel
import TestSupport

/// An endpoint as the sources declare it, and who of ours calls it.
struct DeclaredEndpoint: Sendable {
    /// Such as `TAS.requestECDH`.
    let name: String
    /// Method and path, such as `POST /tas/api/v1/request-ecdh`.
    let place: String
    /// The body and the answer, as Swift calls them.
    let types: [String]
    /// The doc comment; that of the enclosing declaration where it has none.
    let comment: String
    var callers: Set<Caller> = []

    enum Caller: String, CaseIterable, Sendable {
        case wallet = "OpenDIDWallet"
        case servers = "OpenDIDServices"
        case commands = "herald"
    }

    /// Every endpoint that a name of ``OpenDIDEndpoints`` stands for, with those who call it.
    static func all() throws -> [DeclaredEndpoint] {
        var found: [DeclaredEndpoint] = []
        for module in ["OpenDIDModel", "OpenDIDServices"] {
            for text in try sources(of: module).filter({ $0.contains("ServiceEndpoint<") }) {
                found += declared(in: text)
            }
        }
        for caller in Caller.allCases {
            for text in try sources(of: caller.rawValue) {
                let called = calls(in: text)
                for index in found.indices where called.contains(found[index].name) {
                    found[index].callers.insert(caller)
                }
            }
        }
        return found
    }

    static func sources(of module: String) throws -> [String] {
        let folder = PackageFiles.url("Sources/" + module)
        let files =
            (FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
            ?? [])
            .filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
        return try files.map { try String(contentsOf: $0, encoding: .utf8) }
    }

    private static func declared(in text: String) -> [DeclaredEndpoint] {
        let pattern = /static let (\w+)\s*=\s*ServiceEndpoint<([\w.]+), ([\w.]+)>\(\s*\.(\w+), \.(\w+), "([^"]+)"\)/
        return text.matches(of: pattern).compactMap { match -> DeclaredEndpoint? in
            guard let role = ServiceRole(rawValue: String(match.output.4)) else { return nil }
            let before = text[..<match.range.lowerBound]
            guard let owner = before.matches(of: /(?:extension OpenDIDEndpoints\.|enum )(\w+)[^{\n]*\{/).last else {
                return nil
            }
            let own = comment(before: match.range.lowerBound, in: text)
            return DeclaredEndpoint(
                name: "\(owner.output.1).\(match.output.1)",
                place: "\(match.output.5.uppercased()) \(role.basePath)/\(match.output.6)",
                types: [String(match.output.2), String(match.output.3)],
                comment: own.isEmpty ? comment(before: owner.range.lowerBound, in: text) : own)
        }
    }

    private static func comment(before place: String.Index, in text: String) -> String {
        let lines = text[..<place].split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map { $0.trimmingCharacters(in: .whitespaces) }
        return lines.reversed().prefix { $0.hasPrefix("///") }.reversed().map { $0.dropFirst(4) }.joined(separator: " ")
    }

    /// Names that stand where something is called: not where a route is added, and not where the path alone is wanted.
    private static func calls(in text: String) -> Set<String> {
        var names: Set<String> = []
        for match in text.matches(of: /OpenDIDEndpoints\.(\w+\.\w+)(\.name|\.path)?/) where match.output.2 == nil {
            let line = text[..<match.range.lowerBound].trimmingSuffix { $0.isWhitespace }
            if ["routes.on(", "routes.onStep(", "addStep(", "extension"].contains(where: { line.hasSuffix($0) }) {
                continue
            }
            names.insert(String(match.output.1))
        }
        return names
    }
}

extension Substring {
    fileprivate func trimmingSuffix(_ isTrimmed: (Character) -> Bool) -> Substring {
        var rest = self
        while let last = rest.last, isTrimmed(last) { rest.removeLast() }
        return rest
    }
}
