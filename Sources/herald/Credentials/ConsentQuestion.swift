import Foundation

/// A text at the terminal, and a question below it that asks the person to agree to the text. No line of the text takes more rows than
/// ``ShownRows`` allows. If the person answers `all`, the whole text is shown.
struct ConsentQuestion {
    let place: ConsentPlace
    let shown: [String]
    let question: String
    /// True if the text is written to standard output. Otherwise it is written to standard error, so that the output contains only results.
    /// It has no effect if the place is the terminal of the process, which then shows the text.
    var onOutput = false

    func isAgreed() -> Bool {
        let width = place.width
        let rows = shown.flatMap { line in
            ShownRows().cut(
                WrappedText.lines(line, first: "", rest: "    ", width: width), to: ShownRows().value, start: "    ")
        }
        show(rows)
        while true {
            let answer = ask()?.lowercased()
            guard answer == "all" else { return ["y", "yes"].contains(answer) }
            show(shown)
        }
    }

    /// Writes the question and reads the answer.
    private func ask() -> String? {
        if case .terminal(let terminal) = place {
            terminal.show(question)
            return terminal.line()
        }
        FileHandle.standardError.writeIfPossible(question)
        return readLine()
    }

    private func show(_ lines: [String]) {
        if case .terminal(let terminal) = place {
            terminal.show(lines.joined(separator: "\n") + "\n")
            return
        }
        let handle = onOutput ? FileHandle.standardOutput : FileHandle.standardError
        handle.writeIfPossible(lines.joined(separator: "\n") + "\n")
    }
}
