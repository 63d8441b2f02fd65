import Foundation

/// Texts of strangers in pieces that fit a terminal's width. A terminal that wraps by itself begins the next row at its edge, where only
/// this program's own words may stand.
enum WrappedText {
    /// The narrowest terminal in which a person is asked.
    static let least = 40

    /// The width of the terminal on standard error; 80 columns when it is none, or does not say.
    static var terminalWidth: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return min(Int(size.ws_col), 200)
    }

    /// - Parameter columns: how wide a piece may be; at least 8.
    static func pieces(_ text: String, columns: Int) -> [String] {
        var pieces: [String] = []
        var piece = String.UnicodeScalarView(), width = 0
        // Scalars, since terminals give each one columns of its own where Swift sees one character. How many differs from terminal to
        // terminal: two is the most.
        for scalar in text.unicodeScalars {
            let wide = scalar.isASCII ? 1 : 2
            if width + wide > max(columns, 8) {
                pieces.append(String(piece))
                (piece, width) = (String.UnicodeScalarView(), 0)
            }
            piece.append(scalar)
            width += wide
        }
        return pieces + [String(piece)]
    }

    /// The pieces, the first behind one prefix and the others behind another one.
    static func lines(_ text: String, first: String, rest: String, width: Int) -> [String] {
        let columns = width - max(first.count, rest.count)
        return pieces(text, columns: columns).enumerated().map { ($0.offset == 0 ? first : rest) + $0.element }
    }
}
