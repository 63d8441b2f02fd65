import Foundation
import SDNClient
import SDNValues

/// Closure forms of the calls for files (SDN sheet 3.2).
extension MXRestClient {
    /// The closure form of ``/SDNClient/MXRestClient/uploadContent(_:filename:mimeType:timeout:progress:)``.
    /// - Parameters:
    ///   - data: the content of the file.
    ///   - filename: the name of the file.
    ///   - mimeType: its media type.
    ///   - timeout: the time that the connection may stay silent, in seconds.
    ///   - uploadProgress: receives the number of bytes sent, and at the end the file's `mxc://` URL or the error.
    @discardableResult
    public func uploadContent(
        _ data: Data, filename: String? = nil, mimeType: String, timeout: TimeInterval,
        uploadProgress: @escaping @Sendable (_ progress: MXProgress<URL>) -> Void
    ) -> MXHTTPOperation {
        let queue = completionQueue
        let handler: TransportProgressHandler = { step in
            queue.async {
                let progress = Progress(totalUnitCount: step.bytesToSend)
                progress.completedUnitCount = step.bytesSent
                uploadProgress(.progress(progress))
            }
        }
        return adapt({ (response: MXResponse<URL>) in
            switch response {
            case .success(let url): uploadProgress(.success(url))
            case .failure(let error): uploadProgress(.failure(error))
            }
        }) {
            try await self.uploadContent(
                data, filename: filename, mimeType: mimeType, timeout: timeout, progress: handler)
        }
    }

    /// The closure form of ``/SDNClient/MXRestClient/maxUploadSize()``.
    @discardableResult
    public func maxUploadSize(
        _ success: @escaping @Sendable (Int) -> Void, failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt(success, failure) { try await self.maxUploadSize() }
    }

    /// The closure form of ``/SDNClient/MXRestClient/previewForURL(_:)``.
    @discardableResult
    public func previewForURL(
        _ url: URL, success: @escaping @Sendable (MXURLPreview) -> Void, failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt(success, failure) { try await self.previewForURL(url) }
    }
}
