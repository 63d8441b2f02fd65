/// Writes the recorded messages as Mermaid sequence diagrams in a Markdown file.
struct SequenceDiagrams {
    let sections: [FlowTrace.Section]

    var text: String {
        var lines = [
            "# Recorded runs of OpenDID's protocols", "",
            "`herald demo --trace FILE` draws these diagrams from the messages between wallet, terminal, operator and servers. They show every call",
            "and its answer, with the names of the members. A wallet does not ask again within five minutes for certificates and DID documents",
            "that it has checked, so later diagrams have fewer calls to the gateway than the first. The demonstration makes one call after the",
            "other. A wallet sends the calls to the app provider along with earlier ones by default.",
        ]
        for section in sections { lines += [""] + Self.lines(of: section) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(of section: FlowTrace.Section) -> [String] {
        let every = section.calls.flatMap { [$0] + $0.inner }
        let used = FlowTrace.Actor.allCases.filter { actor in every.contains { $0.from == actor || $0.to == actor } }
        var lines = ["## \(section.title) (\(section.sheet))", "", "```mermaid", "sequenceDiagram"]
        lines += used.map { "    participant \(name($0)) as \($0.rawValue)" }
        for call in section.calls {
            lines.append(request(call))
            for inner in call.inner { lines += [request(inner), answer(inner)] }
            lines.append(answer(call))
        }
        return lines + ["```"]
    }

    private static func request(_ call: FlowTrace.Call) -> String {
        "    \(name(call.from))->>\(name(call.to)): \(call.method) \(shortPath(call.path))\(members(call.sent))"
    }

    private static func answer(_ call: FlowTrace.Call) -> String {
        "    \(name(call.to))-->>\(name(call.from)): \(call.status.map(String.init) ?? "no answer")\(members(call.received))"
    }

    /// Returns the name of a participant in the source text of a diagram.
    private static func name(_ actor: FlowTrace.Actor) -> String { actor.rawValue.filter { $0 != " " } }

    /// Returns a path without the server's own base path.
    private static func shortPath(_ path: String) -> String {
        let parts = path.split(separator: "/")
        guard let version = parts.firstIndex(of: "v1"), version + 1 < parts.count else { return path }
        return parts[(version + 1)...].joined(separator: "/")
    }

    /// Returns a short list of the names of members. It is shortened, because a whole document has too many members for a diagram.
    private static func members(_ names: [String]) -> String {
        switch names.count {
        case 0: ""
        case ...Self.shown: "<br/>\(names.joined(separator: ", "))"
        default: "<br/>a document of \(names.count) members"
        }
    }

    private static let shown = 7
}
