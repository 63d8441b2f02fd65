import Dispatch

/// Brings an outcome to the app's closures, on the app's queue.
///
/// `@unchecked`: closures and response are not `Sendable`, because users' code makes them on the main actor and lets them touch its
/// views. No lock protects them but the queue: this value is made where the app called, and from then on they are touched on `queue` only.
struct ResponseDelivery: @unchecked Sendable {
    private let response: MYKEYResponse
    private let queue: DispatchQueue

    init(_ response: MYKEYResponse, on queue: DispatchQueue) {
        self.response = response
        self.queue = queue
    }

    func deliver(_ outcome: RequestOutcome) {
        queue.async {
            switch outcome {
            case .success(let payload): response.onSuccess?(payload)
            case .failure(let error): response.onFailure?(error.failureText)
            case .cancelled, .withdrawn: response.onCancel?()
            }
        }
    }
}
