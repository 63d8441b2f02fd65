import Logging

/// Writes the lines of another log handler, which receives the metadata only with a line. The server framework sets metadata for each request, and a stream
/// handler would format it at once, although few requests write a line.
struct LateLogHandler<Handler: LogHandler>: LogHandler {
    private let handler: Handler
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level
    var metadataProvider: Logger.MetadataProvider?

    init(_ handler: Handler) {
        self.handler = handler
        logLevel = handler.logLevel
        metadataProvider = handler.metadataProvider
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var writer = handler
        writer.metadata = metadata
        writer.metadataProvider = metadataProvider
        writer.log(event: event)
    }
}
