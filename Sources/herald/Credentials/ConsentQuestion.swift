import Foundation

/// A question at the terminal, with what a person agrees to above it: no line of it takes more rows than ``ShownRows`` gives, and `all`
/// shows the rest.
struct ConsentQuestion {
    let shown: [String]
    let question: String
    /// Whether what is shown goes to standard output; else to standard error, so that results alone go to the output.
    var onOutput = false

    func isAgreed() -> Bool {
        let width = WrappedText.terminalWidth
        let rows = shown.flatMap { line in
            ShownRows().cut(WrappedText.lines(line, first: "", rest: "    ", width: width), to: ShownRows().value, start: "    ")
        }
        show(rows)
        while true {
            FileHandle.standardError.write(Data(question.utf8))
            let answer = readLine()?.lowercased()
            guard answer == "all" else { return ["y", "yes"].contains(answer) }
            show(shown)
        }
    }

    private func show(_ lines: [String]) {
        let handle = onOutput ? FileHandle.standardOutput : FileHandle.standardError
        handle.write(Data((lines.joined(separator: "\n") + "\n").utf8))
    }
}
