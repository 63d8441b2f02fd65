import Foundation

/// A file as a node gave it.
public struct MXMediaContent: Sendable, Hashable {
    /// The file's bytes.
    public let data: Data
    /// The media type that the node names, such as `image/png`. It is the uploader's word.
    public let mimeType: String?
    /// The name that the node gives the file, cut to its last part; `nil` when it gives none.
    public let filename: String?

    init(_ response: TransportResponse) {
        data = Data(response.body)
        mimeType = response.headers["content-type"]
        filename = response.headers["content-disposition"].flatMap(Self.filename(in:))
    }

    /// `filename*=utf-8''…` or else `filename=…` (RFC 6266); folders in it do not count.
    static func filename(in disposition: String) -> String? {
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
        guard let name = (encoded ?? plain)?.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) else { return nil }
        let isUsable = name != "." && name != ".." && !name.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
        return isUsable ? name : nil
    }
}

/// How large a thumbnail is wanted.
public struct MXThumbnailSize: Sendable, Hashable {
    /// How a picture is made to fit.
    public enum Method: String, Sendable, Hashable {
        /// Fills the size and loses what stands over.
        case crop
        /// Keeps its proportions and stays within the size.
        case scale
    }

    /// In pixels.
    public var width: UInt
    /// In pixels.
    public var height: UInt
    /// How the picture is made to fit.
    public var method: Method

    /// A size in pixels.
    public init(width: UInt, height: UInt, method: Method = .scale) {
        self.width = width
        self.height = height
        self.method = method
    }
}
