import HeraldJSON

/// A text of a message, ready to be shown.
public struct MXTextContent: Sendable, Hashable {
    /// The text, without the quotation that replies contain for old clients.
    public let body: String
    /// The same text as HTML that is safe to show (``MXMessageHTML``); `nil` when the message has none.
    public let html: String?
    /// The users whom the text mentions; `nil` when it does not say.
    public let mentions: MXMentions?

    /// Reads the text of a content.
    /// - Parameter isReply: true when the text may begin with a quotation.
    init(_ content: JSONObject, isReply: Bool) {
        let text = content["body"]?.stringValue ?? ""
        body = isReply ? MXTextContent.withoutQuotation(text) : text
        html = MXTextContent.html(content)
        mentions = MXMentions(content: content)
    }

    static func html(_ content: JSONObject) -> String? {
        guard content["format"]?.stringValue?.hasSuffix(".custom.html") ?? false else { return nil }
        return content["formatted_body"]?.stringValue.flatMap(MXMessageHTML.sanitized)
    }

    /// Returns a text without the quotation at its beginning. A quotation begins with the quoted user. Lines that the sender quoted on
    /// purpose stay.
    static func withoutQuotation(_ text: String) -> String {
        guard text.hasPrefix("> <") || text.hasPrefix("> * <") else { return text }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).drop { $0.hasPrefix(">") }
        return (lines.first == "" ? lines.dropFirst() : lines).joined(separator: "\n")
    }
}

/// A file in a message.
public struct MXMediaMessage: Sendable, Hashable {
    /// The place of a file.
    public enum Source: Sendable, Hashable {
        /// The file is on the node, under an `mxc://` URL.
        case remote(String)
        /// The file waits in the outbox; `MXRoom.fileOfOutgoingMessage(_:isThumbnail:)` returns it.
        case local
        /// The file on the node is encrypted, and the SDK cannot read it.
        case encrypted
        /// The event names no file on the node, so there is nothing to load. A URL of another kind than `mxc://` is no file on the node.
        case missing
    }

    /// The name of the file.
    public let filename: String
    /// The sender's text about the file; `nil` without one.
    public let caption: String?
    /// The caption as HTML that is safe to show.
    public let captionHTML: String?
    /// The place of the file.
    public let source: Source
    /// The place of a smaller picture; `nil` when there is none.
    public let thumbnail: Source?
    /// The media type that the sender names. It may be wrong.
    public let mimeType: String?
    /// The length in bytes that the sender names.
    public let size: Int64?
    /// The width in pixels.
    public let width: Int?
    /// The height in pixels.
    public let height: Int?
    /// The length of an audio file or a video in milliseconds.
    public let duration: Int64?
    /// The loudness of a voice message, from 0 to 1, at most 1,024 values.
    public let waveform: [Float]
    /// A blurred picture as text, to be shown while the picture is loaded (MSC2448).
    public let blurhash: String?

    /// The URL of a file on the node, `mxc://…`; `nil` for any other file.
    public var url: String? { if case .remote(let url) = source { url } else { nil } }

    /// Reads the file of a content.
    /// - Parameter isLocal: true when the event is in the outbox, so that its file may be there too.
    init(_ content: JSONObject, isLocal: Bool) {
        let body = content["body"]?.stringValue ?? ""
        let named = content["filename"]?.stringValue
        filename = named ?? body
        let hasCaption = named != nil && named != body && !body.isEmpty
        caption = hasCaption ? body : nil
        captionHTML = hasCaption ? MXTextContent.html(content) : nil
        let info = content["info"]?.objectValue ?? [:]
        source = Self.source(content, "url", "file") ?? (isLocal ? .local : .missing)
        thumbnail =
            Self.source(info, "thumbnail_url", "thumbnail_file")
            ?? (source == .local && info["thumbnail_info"] != nil ? .local : nil)
        let audio = MXTimelineItemContent.unstable("msc1767.audio", "m.audio", of: content)
        mimeType = info["mimetype"]?.stringValue
        size = info["size"]?.intValue.flatMap { $0 >= 0 ? $0 : nil }
        width = Self.pixels(info["w"])
        height = Self.pixels(info["h"])
        duration = (info["duration"] ?? audio?["duration"])?.intValue.flatMap { $0 >= 0 ? $0 : nil }
        waveform = (audio?["waveform"]?.arrayValue ?? []).prefix(1_024).map {
            Float(min(max($0.intValue ?? 0, 0), 1_024)) / 1_024
        }
        blurhash = (info["xyz.amorgan.blurhash"] ?? info["blurhash"])?.stringValue
    }

    private static func source(_ object: JSONObject, _ plain: String, _ encrypted: String) -> Source? {
        if object[encrypted]?.objectValue != nil { return .encrypted }
        return object[plain]?.stringValue.flatMap { $0.hasPrefix("mxc://") ? .remote($0) : nil }
    }

    private static func pixels(_ value: JSONValue?) -> Int? {
        value?.intValue.flatMap { (1...100_000).contains($0) ? Int($0) : nil }
    }
}

/// A place in a message.
public struct MXLocationMessage: Sendable, Hashable {
    /// The place.
    public let location: MXLocation
    /// The text for clients that show no maps.
    public let body: String
    /// The sender's text about the place.
    public let description: String?
    /// True when it is the sender's own place; false for a place that was chosen on a map.
    public let isOwn: Bool

    init?(_ content: JSONObject) {
        let place = MXTimelineItemContent.unstable("msc3488.location", "m.location", of: content)
        guard let uri = content["geo_uri"]?.stringValue ?? place?["uri"]?.stringValue,
            let location = MXLocation(geoURI: uri)
        else { return nil }
        self.location = location
        body = content["body"]?.stringValue ?? ""
        description = place?["description"]?.stringValue
        let asset = MXTimelineItemContent.unstable("msc3488.asset", "m.asset", of: content)
        isOwn = asset?["type"]?.stringValue ?? "m.self" == "m.self"
    }
}
