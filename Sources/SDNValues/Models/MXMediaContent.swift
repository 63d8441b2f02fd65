import Foundation

/// A file as a node sent it.
public struct MXMediaContent: Sendable, Hashable {
    /// The bytes of the file.
    public let data: Data
    /// The media type that the node names, such as `image/png`. The uploader chose it, so it may be wrong.
    public let mimeType: String?
    /// The file name that the node sends, without folders; `nil` when it sends none.
    public let filename: String?

    package init(data: Data, mimeType: String?, filename: String?) {
        self.data = data
        self.mimeType = mimeType
        self.filename = filename
    }

    /// Returns the name in `filename*=utf-8''…`, or else in `filename=…` (RFC 6266), without folders.
    package static func filename(in disposition: String) -> String? {
        var plain: String?
        var encoded: String?
        for part in disposition.split(separator: ";").dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { continue }
            let value = pair[1].trimmingCharacters(in: .whitespaces)
            switch pair[0].trimmingCharacters(in: .whitespaces).lowercased() {
            case "filename*":
                guard let mark = value.range(of: "''") else { continue }
                encoded = String(value[mark.upperBound...]).removingPercentEncoding
            case "filename": plain = value.trimmingCharacters(in: CharacterSet(charactersIn: "\""))
            default: continue
            }
        }
        guard let name = (encoded ?? plain)?.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init)
        else { return nil }
        let isUsable =
            name != "." && name != ".." && !name.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
        return isUsable ? name : nil
    }
}

/// The wanted size of a thumbnail.
public struct MXThumbnailSize: Sendable, Hashable {
    /// The way in which a picture is fitted to the size.
    public enum Method: String, Sendable, Hashable {
        /// The picture fills the size, and the parts outside are cut off.
        case crop
        /// The picture keeps its proportions and stays within the size.
        case scale
    }

    /// The width in pixels.
    public var width: UInt
    /// The height in pixels.
    public var height: UInt
    /// The way in which the picture is fitted to the size.
    public var method: Method

    /// Creates a size in pixels.
    public init(width: UInt, height: UInt, method: Method = .scale) {
        self.width = width
        self.height = height
        self.method = method
    }
}
