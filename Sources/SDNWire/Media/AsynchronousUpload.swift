import HeraldJSON

/// The endpoints of asynchronous uploads: a client first gets the URI of a file, may send it to others, and uploads the file later.
extension Endpoints {
    /// Reserves the URI of a file that the caller uploads later.
    /// Matrix: [createContent](https://spec.matrix.org/v1.18/client-server-api/#post_matrixmediav1create).
    package static let createMedia = Endpoint<NoInput, CreateMediaResponse>(
        .post, .media(.v1), "create", history: .matrix(.v1(7)))
    /// Stores the file of a URI that ``createMedia`` reserved. The request's body is the file.
    /// Matrix: [uploadContentToMXC](https://spec.matrix.org/v1.18/client-server-api/#put_matrixmediav3uploadservernamemediaid).
    package static let uploadReservedMedia = Endpoint<UploadReservedMediaRequest, EmptyObject>(
        .put, .media(.v3), "upload/{serverName}/{mediaId}", history: .matrix(.v1(7)))
}

/// The response of ``Endpoints/createMedia``.
package struct CreateMediaResponse: WireObject, Hashable {
    package var contentURI: String
    /// The instant at which the URI stops to be reserved if no file was uploaded. `nil` if the node states none.
    package var unusedExpiresAt: Timestamp?

    package init(contentURI: String, unusedExpiresAt: Timestamp?) {
        self.contentURI = contentURI
        self.unusedExpiresAt = unusedExpiresAt
    }
    package init(json: JSONReader) throws {
        self.contentURI = try json.string("content_uri")
        self.unusedExpiresAt = try json.optionalInt("unused_expires_at").map { Timestamp(milliseconds: $0) }
    }
    package var json: JSONValue {
        var object: JSONObject = ["content_uri": .string(contentURI)]
        object.set("unused_expires_at", unusedExpiresAt?.milliseconds)
        return .object(object)
    }
}

/// An upload of the file of a reserved URI.
package struct UploadReservedMediaRequest: WireRequest, Hashable {
    package var serverName: String
    package var mediaID: String
    package var upload: UploadMediaRequest

    package init(serverName: String, mediaID: String, upload: UploadMediaRequest) {
        self.serverName = serverName
        self.mediaID = mediaID
        self.upload = upload
    }
    package init(parts: RequestParts) throws {
        self.serverName = try parts.pathValue("serverName")
        self.mediaID = try parts.pathValue("mediaId")
        self.upload = UploadMediaRequest(parts: parts)
    }
    package func parts() -> RequestParts {
        var parts = upload.parts()
        parts.path = ["serverName": serverName, "mediaId": mediaID]
        return parts
    }
}
