import CQREncode

/// A QR code as a square of dark and light modules.
struct QRCode: Sendable, Equatable {
    /// The number of modules on each side of the code.
    let width: Int
    private let modules: [Bool]

    /// Encodes the UTF-8 bytes of a text, with the error correction level M. At this level, a reader can correct 15 % of damage.
    /// - Throws: ``TooLong`` if the text does not fit into a QR code.
    init(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard let code = QRcode_encodeData(Int32(clamping: bytes.count), bytes, 0, QR_ECLEVEL_M) else {
            throw TooLong()
        }
        defer { QRcode_free(code) }
        let side = Int(code.pointee.width)
        guard let data = code.pointee.data else { throw TooLong() }
        width = side
        modules = UnsafeBufferPointer(start: data, count: side * side).map { $0 & 1 == 1 }
    }

    /// True if a module is dark. Modules outside the code are light and form the quiet zone.
    subscript(row: Int, column: Int) -> Bool {
        (0..<width).contains(row) && (0..<width).contains(column) && modules[row * width + column]
    }

    struct TooLong: Error, CustomStringConvertible {
        var description: String { "the text does not fit into a QR code (2,331 bytes at most)" }
    }
}

extension QRCode {
    /// The width of the light margin (quiet zone) that a reader needs around the code, in modules.
    private static let quiet = 4

    /// Returns the code as lines of half-block characters. Each character shows two modules, light on dark as on most terminals.
    func terminalLines() -> [String] {
        stride(from: -Self.quiet, to: width + Self.quiet, by: 2).map { row in
            String(
                (-Self.quiet..<width + Self.quiet).map { column -> Character in
                    switch (self[row, column], self[row + 1, column]) {
                    case (false, false): "█"
                    case (false, true): "▀"
                    case (true, false): "▄"
                    case (true, true): " "
                    }
                })
        }
    }

    /// Returns the code as a PNG file.
    /// - Parameter scale: the number of pixels for each side of a module.
    func png(scale: Int = 8) -> [UInt8] {
        let side = (width + 2 * Self.quiet) * scale
        return PNGFile.grey(width: side, height: side) { x, y in
            self[y / scale - Self.quiet, x / scale - Self.quiet] ? 0 : 255
        }
    }
}
