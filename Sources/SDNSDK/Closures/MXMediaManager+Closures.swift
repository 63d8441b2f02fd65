import Foundation

/// Closure forms of fetching files.
extension MXMediaManager {
    /// Hands over the path of a file in ``folder``.
    @discardableResult
    public func downloadMedia(
        fromMatrixContentURI contentURI: String, success: @escaping @Sendable (_ outputFilePath: String) -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        restClient.adapt(success, failure) { try await self.file(for: contentURI).path }
    }

    /// Hands over the path of a small form of a picture in ``folder``.
    @discardableResult
    public func downloadThumbnail(
        fromMatrixContentURI contentURI: String, size: MXThumbnailSize, success: @escaping @Sendable (_ outputFilePath: String) -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        restClient.adapt(success, failure) { try await self.file(for: contentURI, thumbnail: size).path }
    }
}
