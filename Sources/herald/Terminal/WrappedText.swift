import Foundation

/// Splits untrusted text into pieces that fit the terminal's width. This is needed because a terminal that wraps a line itself begins the
/// next row at its left edge, where only this program's own text may be.
enum WrappedText {
    /// The smallest width of a terminal, in columns, at which the program asks a person.
    static let least = 40

    /// The width of the terminal on standard error. It is 80 columns if standard error is no terminal, or if the terminal does not report
    /// its width.
    static var terminalWidth: Int { width(of: STDERR_FILENO) }

    /// Returns the width of the terminal behind a descriptor. It is 80 columns if there is no terminal, or if the terminal does not report
    /// its width.
    static func width(of descriptor: Int32) -> Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return min(Int(size.ws_col), 200)
    }

    /// Splits a text.
    /// - Parameter columns: the largest width of a piece, at least 8.
    static func pieces(_ text: String, columns: Int) -> [String] {
        var pieces: [String] = []
        var piece = String.UnicodeScalarView(), width = 0
        // Unicode scalars are counted and not characters, because a terminal gives each scalar its own columns. The number of columns
        // depends on the terminal, and two is the largest.
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

    /// Returns the pieces of a text as lines. The first line has the prefix `first`, and every further line has the prefix `rest`.
    static func lines(_ text: String, first: String, rest: String, width: Int) -> [String] {
        let columns = width - max(first.count, rest.count)
        return pieces(text, columns: columns).enumerated().map { ($0.offset == 0 ? first : rest) + $0.element }
    }
}
