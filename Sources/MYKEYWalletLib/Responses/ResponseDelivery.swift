import Dispatch

/// Delivers an outcome to the app's closures on the app's queue.
///
/// `@unchecked Sendable`: the closures and the response are not `Sendable`, because apps create them on the main actor and access views in
/// them. The queue protects them. The value is created on the thread of the app's call. After that, the closures and the response are used
/// only on `queue`.
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
