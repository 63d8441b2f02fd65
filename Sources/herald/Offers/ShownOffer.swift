import Foundation
import HeraldJSON
import OpenDID_DataModel

/// An offer in the forms in which it is shown: as text, as a QR code on a terminal, and as a picture.
struct ShownOffer {
    /// The content of the QR code.
    let text: String
    private let code: QRCode

    /// Creates these forms of an offer.
    /// - Throws: `QRCode.TooLong` if the offer does not fit into a QR code.
    init(_ data: DataPayload) throws {
        text = String(decoding: try data.canonicalBytes(), as: UTF8.self)
        code = try QRCode(text)
    }

    var lines: [String] { code.terminalLines() }

    func write(to file: URL) throws {
        do {
            try Data(code.png()).write(to: file)
        } catch {
            throw CommandFailure("\(file.path) cannot be written", code: "file")
        }
    }

    /// Prints the offer in the form that the options select.
    func show(_ options: OfferOptions, id: String?) throws {
        if let png = options.png { try write(to: URL(fileURLWithPath: png)) }
        if options.json {
            var object: JSONObject = ["offer": .string(text)]
            if let id { object["offerId"] = .string(id) }
            if let png = options.png { object["png"] = .string(png) }
            CommandOutput.printJSON(.object(object))
        } else {
            print(PrintedText.json(text))
            // The QR code is written to standard error, so that standard output contains only the text.
            if options.qr { FileHandle.standardError.writeIfPossible(lines.joined(separator: "\n") + "\n") }
        }
    }
}
