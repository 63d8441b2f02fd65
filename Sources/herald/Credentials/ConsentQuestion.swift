import Foundation

/// A text at the terminal, and a question below it that asks the person to agree to the text. No line of the text takes more rows than
/// ``ShownRows`` allows. If the person answers `all`, the whole text is shown.
struct ConsentQuestion {
    let shown: [String]
    let question: String
    /// True if the text is written to standard output. Otherwise it is written to standard error, so that the output contains only results.
    var onOutput = false

    func isAgreed() -> Bool {
        let width = WrappedText.terminalWidth
        let rows = shown.flatMap { line in
            ShownRows().cut(
                WrappedText.lines(line, first: "", rest: "    ", width: width), to: ShownRows().value, start: "    ")
        }
        show(rows)
        while true {
            FileHandle.standardError.writeIfPossible(question)
            let answer = readLine()?.lowercased()
            guard answer == "all" else { return ["y", "yes"].contains(answer) }
            show(shown)
        }
    }

    private func show(_ lines: [String]) {
        let handle = onOutput ? FileHandle.standardOutput : FileHandle.standardError
        handle.writeIfPossible(lines.joined(separator: "\n") + "\n")
    }
}
