import Foundation
import HeraldJSON
import OpenDID_DataModel

/// An offer in the forms that people use: as text, on a terminal, as a picture.
struct ShownOffer {
    /// The content of the QR code.
    let text: String
    private let code: QRCode

    /// Creates the forms of an offer.
    /// - Throws: `QRCode.TooLong`.
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

    /// Prints the offer as the options say.
    func show(_ options: OfferOptions, id: String?) throws {
        if let png = options.png { try write(to: URL(fileURLWithPath: png)) }
        if options.json {
            var object: JSONObject = ["offer": .string(text)]
            if let id { object["offerId"] = .string(id) }
            if let png = options.png { object["png"] = .string(png) }
            CommandOutput.printJSON(.object(object))
        } else {
            print(PrintedText.json(text))
            // On standard error, so that the output contains only the text.
            if options.qr { FileHandle.standardError.write(Data((lines.joined(separator: "\n") + "\n").utf8)) }
        }
    }
}
