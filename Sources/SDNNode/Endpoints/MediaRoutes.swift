import SDNWire

/// The endpoints of files (SDN sheet 7.2).
struct MediaRoutes: Sendable {
    let media: MediaService
    private var services: NodeServices { media.services }

    func register(in routes: inout RouteTable) {
        let media = media, services = services
        let settings = services.configuration.media
        routes.onUpload(Endpoints.uploadMedia, limit: settings.uploadLimit) { request, body, call in
            try await media.upload(request, body, services.charged(call))
        }
        routes.on(Endpoints.createMedia) { _, call in try await media.reserve(services.charged(call)) }
        routes.onUpload(Endpoints.uploadReservedMedia, limit: settings.uploadLimit) { request, body, call in
            try await media.upload(request, body, services.charged(call))
        }
        for endpoint in [Endpoints.mediaConfig, Endpoints.legacyMediaConfig] {
            routes.on(endpoint) { _, _ in MediaConfigResponse(uploadSize: Int64(settings.uploadLimit)) }
        }
        routes.onFile(Endpoints.downloadMedia) { request, call in
            _ = try call.authenticated()
            return try await media.download(request, call)
        }
        routes.onFile(Endpoints.mediaThumbnail) { request, call in
            _ = try call.authenticated()
            return try await media.thumbnail(request, call)
        }
        routes.onFile(Endpoints.legacyDownloadMedia) { request, call in
            try requireOpen(call)
            return try await media.download(request, call)
        }
        routes.onFile(Endpoints.legacyMediaThumbnail) { request, call in
            try requireOpen(call)
            return try await media.thumbnail(request, call)
        }
        for endpoint in [Endpoints.previewURL, Endpoints.legacyPreviewURL] {
            // The node fetches no URL for a client. Otherwise, clients could make it send requests to machines in its own network.
            routes.on(endpoint) { _, _ in throw MatrixError(.notFound, "This node makes no previews of web pages.") }
        }
    }

    /// - Throws: `M_NOT_FOUND`, as Synapse does, if the paths that Matrix 1.11 replaced need a token and the request has no valid one.
    private func requireOpen(_ call: Call) throws(MatrixError) {
        let settings = services.configuration.media
        guard call.caller != nil || call.root.map(settings.legacyDownloads.includes) ?? false else {
            throw MatrixError(.notFound, "Only users of this node can download files, so log in first.")
        }
    }
}
