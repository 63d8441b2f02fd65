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
    public let imageWidth: Double?
    /// The picture's height in pixels, `og:image:height`.
    public let imageHeight: Double?
    /// The picture's size in bytes, `matrix:image:size`.
    public let imageFileSize: Double?
    /// All members of the node's answer.
    public let json: JSONObject

    package init(json: JSONReader) {
        // A web page may contain any value. A member of the wrong type counts as absent.
        func text(_ key: String) -> String? { json.value[key]?.stringValue }
        func number(_ key: String) -> Double? {
            json.value[key]?.doubleValue ?? json.value[key]?.stringValue.flatMap(Double.init)
        }
        siteName = text("og:site_name")
        title = text("og:title")
        self.text = text("og:description")
        type = text("og:type")
        url = text("og:url")
        imageURL = text("og:image")
        imageType = text("og:image:type")
        imageWidth = number("og:image:width")
        imageHeight = number("og:image:height")
        imageFileSize = number("matrix:image:size") ?? number("sdn:image:size")
        self.json = json.value
    }
}
