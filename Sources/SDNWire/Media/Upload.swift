import HeraldJSON

extension Endpoints {
    /// Stores a file. The request's body is the file (SDN sheet 7.2).
    /// Matrix: [uploadContent](https://spec.matrix.org/v1.18/client-server-api/#post_matrixmediav3upload).
    package static let uploadMedia = Endpoint<UploadMediaRequest, UploadMediaResponse>(
        .post, .media(.r0), "upload", variants: [EndpointVariant(.media(.v3), "upload", since: .v1(1))])
    /// Returns the upload limit: `{"m.upload.size": bytes}`.
    /// Matrix: [getConfigAuthed](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv1mediaconfig).
    package static let mediaConfig = Endpoint<NoInput, MediaConfigResponse>(
        .get, .client(.v1), "media/config", history: .matrix(.v1(11)))
    /// Does the same as ``mediaConfig``, at the path used before Matrix 1.11.
    /// Matrix: [getConfig](https://spec.matrix.org/v1.18/client-server-api/#get_matrixmediav3config).
    package static let legacyMediaConfig = Endpoint<NoInput, MediaConfigResponse>(
        .get, .media(.r0), "config", history: .matrix(MatrixVersion(major: 0, minor: 4)).deprecated(.since(.v1(11))))
}

/// An upload of a file.
package struct UploadMediaRequest: WireRequest, Hashable {
    /// The file name that a node offers to users who download the file.
    package var filename: String?
    package var payload: Payload

    package init(filename: String?, payload: Payload) {
        self.filename = filename
        self.payload = payload
    }
    package init(parts: RequestParts) {
        self.filename = parts.query["filename"].flatMap { $0.isEmpty ? nil : $0 }
        self.payload = parts.payload ?? Payload(contentType: "application/octet-stream")
    }
    package func parts() -> RequestParts {
        var parts = RequestParts(query: filename.map { ["filename": $0] } ?? [:])
        parts.payload = payload
        return parts
    }
}

/// The response `{"content_uri":"mxc://…"}`.
package struct UploadMediaResponse: WireObject, Hashable {
    package var contentURI: String
    package init(contentURI: String) { self.contentURI = contentURI }
    package init(json: JSONReader) throws { self.contentURI = try json.string("content_uri") }
    package var json: JSONValue { ["content_uri": .string(contentURI)] }
}

/// The response `{"m.upload.size":…}`. The member is absent when the node states no limit.
package struct MediaConfigResponse: WireObject, Hashable {
    /// The largest upload that the node accepts, in bytes.
    package var uploadSize: Int64?
    package init(uploadSize: Int64?) { self.uploadSize = uploadSize }
    package init(json: JSONReader) throws { self.uploadSize = try json.optionalInt("m.upload.size") }
    package var json: JSONValue {
        var object = JSONObject()
        object.set("m.upload.size", uploadSize)
        return .object(object)
    }
}
