import HeraldJSON

extension Endpoints {
    /// Downloads a file. Requires an access token.
    /// Matrix: [getContentAuthed](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv1mediadownloadservernamemediaid).
    /// Matrix: [getContentOverrideNameAuthed](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv1mediadownloadservernamemediaidfilename).
    package static let downloadMedia = Endpoint<MediaRequest, MediaContent>(
        .get, .client(.v1), "media/download/{serverName}/{mediaId}", history: .matrix(.v1(11)),
        variants: [EndpointVariant(.client(.v1), "media/download/{serverName}/{mediaId}/{fileName}")])
    /// Downloads a file without a token, at the path used before Matrix 1.11. Not every node offers this path.
    /// Matrix: [getContent](https://spec.matrix.org/v1.18/client-server-api/#get_matrixmediav3downloadservernamemediaid).
    /// Matrix: [getContentOverrideName](https://spec.matrix.org/v1.18/client-server-api/#get_matrixmediav3downloadservernamemediaidfilename).
    package static let legacyDownloadMedia = Endpoint<MediaRequest, MediaContent>(
        .get, .media(.r0), "download/{serverName}/{mediaId}", access: .open, limit: .reads,
        history: .matrix(.r0).deprecated(.since(.v1(11))),
        variants: [EndpointVariant(.media(.r0), "download/{serverName}/{mediaId}/{fileName}")])
    /// Downloads a thumbnail of a picture. Requires an access token.
    /// Matrix: [getContentThumbnailAuthed](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv1mediathumbnailservernamemediaid).
    package static let mediaThumbnail = Endpoint<ThumbnailRequest, MediaContent>(
        .get, .client(.v1), "media/thumbnail/{serverName}/{mediaId}", history: .matrix(.v1(11)))
    /// Downloads a thumbnail without a token, at the path used before Matrix 1.11. Not every node offers this path.
    /// Matrix: [getContentThumbnail](https://spec.matrix.org/v1.18/client-server-api/#get_matrixmediav3thumbnailservernamemediaid).
    package static let legacyMediaThumbnail = Endpoint<ThumbnailRequest, MediaContent>(
        .get, .media(.r0), "thumbnail/{serverName}/{mediaId}", access: .open, limit: .reads,
        history: .matrix(.r0).deprecated(.since(.v1(11))))
    /// Returns a web page's title, description and picture.
    /// Matrix: [getUrlPreviewAuthed](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv1mediapreview_url).
    package static let previewURL = Endpoint<PreviewURLRequest, RawJSON>(
        .get, .client(.v1), "media/preview_url", history: .matrix(.v1(11)))
    /// Does the same as ``previewURL``, at the path used before Matrix 1.11.
    /// Matrix: [getUrlPreview](https://spec.matrix.org/v1.18/client-server-api/#get_matrixmediav3preview_url).
    package static let legacyPreviewURL = Endpoint<PreviewURLRequest, RawJSON>(
        .get, .media(.r0), "preview_url", history: .matrix(.r0).deprecated(.since(.v1(11))))
}

/// A downloaded file: its bytes and two headers of the response.
package struct MediaContent: Sendable, Hashable {
    package var contentType: String?
    /// The `Content-Disposition` header.
    package var disposition: String?
    package var bytes: [UInt8]

    package init(contentType: String?, disposition: String?, bytes: [UInt8]) {
        self.contentType = contentType
        self.disposition = disposition
        self.bytes = bytes
    }
}

/// Names a file by the two parts of its `mxc://` URI.
package struct MediaRequest: WireRequest, Hashable {
    package var serverName: String
    package var mediaID: String
    /// The file name that the response's `Content-Disposition` header is to contain.
    package var fileName: String?
    /// The time for which the node waits for a file that is not uploaded yet, in milliseconds. `nil` leaves the choice to the node.
    package var timeout: Int?

    package init(serverName: String, mediaID: String, fileName: String? = nil, timeout: Int? = nil) {
        self.serverName = serverName
        self.mediaID = mediaID
        self.fileName = fileName
        self.timeout = timeout
    }
    package init(parts: RequestParts) throws {
        self.serverName = try parts.pathValue("serverName")
        self.mediaID = try parts.pathValue("mediaId")
        self.fileName = parts.path["fileName"]
        self.timeout = try parts.queryInt("timeout_ms")
    }
    package func parts() -> RequestParts {
        var path = ["serverName": serverName, "mediaId": mediaID]
        path["fileName"] = fileName
        return RequestParts(path: path, query: timeout.map { ["timeout_ms": String($0)] } ?? [:])
    }
}

/// The way in which a picture is fitted into the thumbnail's size.
package enum ThumbnailMethod: String, Sendable, Hashable, CaseIterable {
    /// Fills the whole size and crops the rest of the picture.
    case crop
    /// Keeps the picture's proportions and stays within the size.
    case scale
}

package struct ThumbnailRequest: WireRequest, Hashable {
    package var media: MediaRequest
    /// The wanted width of the thumbnail, in pixels.
    package var width: Int
    /// The wanted height of the thumbnail, in pixels.
    package var height: Int
    package var method: ThumbnailMethod

    package init(media: MediaRequest, width: Int, height: Int, method: ThumbnailMethod) {
        self.media = media
        self.width = width
        self.height = height
        self.method = method
    }
    package init(parts: RequestParts) throws {
        self.media = try MediaRequest(parts: parts)
        guard let width = try parts.queryInt("width") else {
            throw WireError(.missing, field: "width", reason: "a width in pixels is expected")
        }
        guard let height = try parts.queryInt("height") else {
            throw WireError(.missing, field: "height", reason: "a height in pixels is expected")
        }
        guard let method = ThumbnailMethod(rawValue: parts.query["method"] ?? "scale") else {
            throw WireError(.invalid, field: "method", reason: "expected crop or scale")
        }
        self.width = width
        self.height = height
        self.method = method
    }
    package func parts() -> RequestParts {
        var parts = media.parts()
        parts.query["width"] = String(width)
        parts.query["height"] = String(height)
        parts.query["method"] = method.rawValue
        return parts
    }
}

package struct PreviewURLRequest: WireRequest, Hashable {
    package var url: String
    /// The point in time at which the page should be previewed.
    package var timestamp: Timestamp?

    package init(url: String, timestamp: Timestamp? = nil) {
        self.url = url
        self.timestamp = timestamp
    }
    package init(parts: RequestParts) throws {
        guard let url = parts.query["url"] else {
            throw WireError(.missing, field: "url", reason: "the address of a page is expected")
        }
        self.url = url
        self.timestamp = try parts.queryInt("ts").map { Timestamp(milliseconds: Int64($0)) }
    }
    package func parts() -> RequestParts {
        var query = ["url": url]
        query["ts"] = timestamp?.description
        return RequestParts(query: query)
    }
}

/// The endpoints of a content scanner, which checks a node's files before a download (SDN sheet 0.2 and 3.2). The requests carry no access
/// token.
extension Endpoints {
    /// Returns the public key of the scanner (SDN sheet 3.2).
    package static let scannerKey = Endpoint<NoInput, RawJSON>(
        .get, .root, "media_proxy/unstable/public_key", access: .open, history: .proposal("MSC1453"))
    /// Scans a file of the node that is not encrypted (SDN sheet 3.2).
    package static let scanFile = Endpoint<PlainRequest, RawJSON>(
        .get, .root, "media_proxy/unstable/scan/{serverName}/{mediaId}", access: .open, history: .proposal("MSC1453"))
    /// Scans an encrypted file (SDN sheet 3.2).
    package static let scanSealedFile = Endpoint<BodyRequest, RawJSON>(
        .post, .root, "media_proxy/unstable/scan_encrypted", access: .open, history: .proposal("MSC1453"))
}
