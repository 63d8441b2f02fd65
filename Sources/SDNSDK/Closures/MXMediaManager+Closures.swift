import Foundation
import SDNClient
import SDNValues

/// Closure forms of the methods that download files.
extension MXMediaManager {
    /// Downloads a file to ``/SDNClient/MXMediaManager/folder`` and passes its path to `success`.
    @discardableResult
    public func downloadMedia(
        fromMatrixContentURI contentURI: String, success: @escaping @Sendable (_ outputFilePath: String) -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        restClient.adapt(success, failure) { try await self.file(for: contentURI).path }
    }

    /// Downloads a thumbnail of a picture to ``/SDNClient/MXMediaManager/folder`` and passes its path to `success`.
    @discardableResult
    public func downloadThumbnail(
        fromMatrixContentURI contentURI: String, size: MXThumbnailSize,
        success: @escaping @Sendable (_ outputFilePath: String) -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        restClient.adapt(success, failure) { try await self.file(for: contentURI, thumbnail: size).path }
    }
}
