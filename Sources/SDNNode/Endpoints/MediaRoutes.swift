import SDNWire

/// The endpoints of files (SDN sheet 7.2).
struct MediaRoutes: Sendable {
    let services: NodeServices

    func register(in routes: inout RouteTable) {
        let media = MediaService(services: services)
        let settings = services.configuration.media
        routes.onUpload(Endpoints.uploadMedia, limit: settings.uploadLimit) { request, body, call in
            try await media.upload(request, body, services.charged(call))
        }
        for endpoint in [Endpoints.mediaConfig, Endpoints.legacyMediaConfig] {
            routes.on(endpoint) { _, _ in MediaConfigResponse(uploadSize: Int64(settings.uploadLimit)) }
        }
        routes.onFile(Endpoints.downloadMedia) { request, _ in try await media.download(request) }
        routes.onFile(Endpoints.mediaThumbnail) { request, _ in try await media.thumbnail(request) }
        // When these endpoints are disabled, the node answers "not found", as Synapse does.
        let closed = MatrixError(.notFound, "Only users of this node can download files, so log in first.")
        routes.onFile(Endpoints.legacyDownloadMedia) { request, _ in
            guard settings.servesLegacyDownloads else { throw closed }
            return try await media.download(request)
        }
        routes.onFile(Endpoints.legacyMediaThumbnail) { request, _ in
            guard settings.servesLegacyDownloads else { throw closed }
            return try await media.thumbnail(request)
        }
        for endpoint in [Endpoints.previewURL, Endpoints.legacyPreviewURL] {
            // The node fetches no URL for a client. Otherwise, clients could make it send requests to machines in its own network.
            routes.on(endpoint) { _, _ in throw MatrixError(.notFound, "This node makes no previews of web pages.") }
        }
    }
}
