import Foundation

/// Draws the output of the demonstration as an SVG picture of a terminal. Each step is shown with its time, but without its facts.
struct DemoPicture {
    /// A line of the terminal.
    struct Line {
        /// A mark in front of the text, such as a tick.
        var mark = ""
        var text: String
        /// A dim text after the main text of the line, such as a time.
        var aside = ""
    }

    let lines: [Line]

    private static let (lineHeight, characterWidth, size) = (21.0, 8.43, 14)
    private static let (left, top, bar) = (20.0, 34.0, 36.0)
    private static let (background, barColour, plain, dim, green) = (
        "#0d1117", "#161b22", "#e6edf3", "#8b949e", "#3fb950"
    )

    var svg: String {
        let longest = lines.map { $0.mark.count + $0.text.count + $0.aside.count + 3 }.max() ?? 0
        let width = Int(Self.left * 2 + Double(longest) * Self.characterWidth)
        let height = Int(Self.bar + Self.top + Double(lines.count) * Self.lineHeight)
        var parts = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" role=\"img\" aria-labelledby=\"title\">",
            "<title id=\"title\">A terminal after make demo: every step succeeded</title>",
            "<rect width=\"\(width)\" height=\"\(height)\" rx=\"10\" fill=\"\(Self.background)\"/>",
            "<path d=\"M0 36V10A10 10 0 0 1 10 0H\(width - 10)A10 10 0 0 1 \(width) 10V36Z\" fill=\"\(Self.barColour)\"/>",
        ]
        parts += ["#ff5f57", "#febc2e", "#28c840"].enumerated().map { index, colour in
            "<circle cx=\"\(22 + index * 20)\" cy=\"18\" r=\"6\" fill=\"\(colour)\"/>"
        }
        parts.append(
            "<g font-family=\"ui-monospace, SFMono-Regular, Menlo, Consolas, monospace\" font-size=\"\(Self.size)\" fill=\"\(Self.plain)\" xml:space=\"preserve\">"
        )
        parts += lines.enumerated().filter { !$0.element.text.isEmpty }.map { index, line in
            "<text x=\"\(Int(Self.left))\" y=\"\(Int(Self.bar + Self.top + Double(index) * Self.lineHeight) - 6)\">\(Self.spans(of: line))</text>"
        }
        return (parts + ["</g>", "</svg>", ""]).joined(separator: "\n")
    }

    private static func spans(of line: Line) -> String {
        var text = escaped(line.text)
        if !line.mark.isEmpty { text = "<tspan fill=\"\(green)\">\(escaped(line.mark))</tspan> " + text }
        if !line.aside.isEmpty { text += "<tspan fill=\"\(dim)\">  \(escaped(line.aside))</tspan>" }
        return text
    }

    private static func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
            .replacingOccurrences(of: ">", with: "&gt;")
    }
}
