import HeraldJSON

/// What a web page says about itself (SDN sheet 3.2).
public struct MXURLPreview: JSONModel, Hashable {
    /// `og:site_name`.
    public let siteName: String?
    /// `og:title`.
    public let title: String?
    /// `og:description`.
    public let text: String?
    /// `og:type`.
    public let type: String?
    /// `og:url`.
    public let url: String?
    /// `og:image`, an `mxc://` URL.
    public let imageURL: String?
    /// `og:image:type`, a media type.
    public let imageType: String?
    /// `og:image:width`, in pixels.
    public let imageWidth: Double?
    /// `og:image:height`, in pixels.
    public let imageHeight: Double?
    /// `matrix:image:size`, in bytes.
    public let imageFileSize: Double?
    /// Everything that the node says.
    public let json: JSONObject

    init(json: JSONReader) {
        // Pages write what they like: what has the wrong kind counts as not said.
        func text(_ key: String) -> String? { json.value[key]?.stringValue }
        func number(_ key: String) -> Double? { json.value[key]?.doubleValue ?? json.value[key]?.stringValue.flatMap(Double.init) }
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
