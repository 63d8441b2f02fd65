import HeraldJSON

/// The description that a web page gives of itself (SDN sheet 3.2).
public struct MXURLPreview: JSONModel, Hashable {
    /// The site's name, `og:site_name`.
    public let siteName: String?
    /// The title, `og:title`.
    public let title: String?
    /// The description, `og:description`.
    public let text: String?
    /// The kind of page, `og:type`.
    public let type: String?
    /// The page's address, `og:url`.
    public let url: String?
    /// The picture, `og:image`, an `mxc://` URL.
    public let imageURL: String?
    /// The picture's media type, `og:image:type`.
    public let imageType: String?
    /// The picture's width in pixels, `og:image:width`.
    public let imageWidth: Int?
    /// The picture's height in pixels, `og:image:height`.
    public let imageHeight: Int?
    /// The picture's size in bytes, `matrix:image:size`.
    public let imageFileSize: Int64?
    /// All members of the node's answer.
    public let json: JSONObject

    package init(json: JSONReader) {
        // A web page may contain any value. A member of the wrong type, and a number that is no size, count as absent.
        func text(_ key: String) -> String? { json.value[key]?.stringValue }
        func size(_ key: String) -> Int64? {
            guard let value = json.value[key] else { return nil }
            let number = value.intValue ?? value.doubleValue.flatMap { Int64(exactly: $0) }
            guard let size = number ?? value.stringValue.flatMap({ Int64($0) }), size >= 0 else { return nil }
            return size
        }
        siteName = text("og:site_name")
        title = text("og:title")
        self.text = text("og:description")
        type = text("og:type")
        url = text("og:url")
        imageURL = text("og:image")
        imageType = text("og:image:type")
        imageWidth = size("og:image:width").flatMap { Int(exactly: $0) }
        imageHeight = size("og:image:height").flatMap { Int(exactly: $0) }
        imageFileSize = size("matrix:image:size") ?? size("sdn:image:size")
        self.json = json.value
    }
}
