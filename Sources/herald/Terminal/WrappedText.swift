import Foundation

/// Splits untrusted text into pieces that fit the terminal's width. A terminal that wraps lines itself begins the next row at its left edge, where
/// only this program's own text may be.
enum WrappedText {
    /// The smallest width of a terminal at which a person is asked, in columns.
    static let least = 40

    /// The width of the terminal on standard error; 80 columns when it is no terminal, or does not report it.
    static var terminalWidth: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return min(Int(size.ws_col), 200)
    }

    /// Splits a text.
    /// - Parameter columns: the greatest width of a piece, at least 8.
    static func pieces(_ text: String, columns: Int) -> [String] {
        var pieces: [String] = []
        var piece = String.UnicodeScalarView(), width = 0
        // Unicode scalars are counted, because terminals give each its own columns, even where Swift sees one character. The number of columns
        // depends on the terminal; two is the greatest.
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

    /// Returns the pieces as lines: the first with one prefix and the others with another.
    static func lines(_ text: String, first: String, rest: String, width: Int) -> [String] {
        let columns = width - max(first.count, rest.count)
        return pieces(text, columns: columns).enumerated().map { ($0.offset == 0 ? first : rest) + $0.element }
    }
}
