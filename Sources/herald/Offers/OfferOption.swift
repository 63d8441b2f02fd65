import ArgumentParser
import Foundation
import OpenDID_DataModel

/// An option whose value is an offer: its text, or the name of a file with the text.
struct OfferOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The offer: its text, a file with the text, or - for standard input.", valueName: "text|file"))
    var offer: String

    /// Reads the offer, which may have any form.
    /// - Throws: `DataModelError` if the text is not an offer.
    func received() throws -> ReceivedOffer { try Self.read(offer) }

    static func read(_ given: String) throws -> ReceivedOffer {
        try ReceivedOffer(text(given).trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Returns the text of the offer. A value that begins like an offer is never taken for a file name.
    private static func text(_ given: String) throws -> String {
        if given.hasPrefix("{") || given.hasPrefix(ReceivedOffer.linkPrefix) { return given }
        do {
            if given == "-" {
                return String(decoding: try FileHandle.standardInput.readToEnd() ?? Data(), as: UTF8.self)
            }
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: given))
            defer { try? file.close() }
            return String(decoding: try file.read(upToCount: ReceivedOffer.maxLength + 1) ?? Data(), as: UTF8.self)
        } catch {
            throw CommandFailure("'\(given.prefix(80))' is neither an offer nor a file that can be read", code: "offer")
        }
    }
}
