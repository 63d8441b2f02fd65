import Dispatch
import SDNClient

/// Turns an `async` method into its closure form. Every closure form of the SDK uses it.
enum ClosureAdapter {
    /// Runs `body` and delivers its outcome once on `queue`.
    static func run<T: Sendable>(
        on queue: DispatchQueue, completion: @escaping @Sendable (MXResponse<T>) -> Void,
        _ body: @escaping @Sendable () async throws -> T
    ) -> MXHTTPOperation {
        let operation = MXHTTPOperation()
        let task = Task {
            let response: MXResponse<T> = await MXHTTPOperation.$running.withValue(operation) {
                do { return .success(try await body()) } catch { return .failure(error) }
            }
            queue.async { completion(response) }
        }
        operation.attach { task.cancel() }
        return operation
    }

    /// Runs `body` and delivers its outcome once on `queue`, to one closure for success or one for failure. Some methods of the original SDK have
    /// this form (SDN sheet 1.10).
    static func run<T: Sendable>(
        on queue: DispatchQueue, success: (@Sendable (T) -> Void)?, failure: (@Sendable (any Error) -> Void)?,
        _ body: @escaping @Sendable () async throws -> T
    ) -> MXHTTPOperation {
        run(
            on: queue,
            completion: { response in
                switch response {
                case .success(let value): success?(value)
                case .failure(let error): failure?(error)
                }
            }, body)
    }
}

extension MXRestClient {
    /// Runs an `async` method and delivers its outcome to `completion`.
    func adapt<T: Sendable>(
        _ completion: @escaping @Sendable (MXResponse<T>) -> Void, _ body: @escaping @Sendable () async throws -> T
    ) -> MXHTTPOperation {
        ClosureAdapter.run(on: completionQueue, completion: completion, body)
    }

    /// Runs an `async` method and delivers its outcome to one of two closures.
    func adapt<T: Sendable>(
        _ success: (@Sendable (T) -> Void)?, _ failure: (@Sendable (any Error) -> Void)?,
        _ body: @escaping @Sendable () async throws -> T
    ) -> MXHTTPOperation {
        ClosureAdapter.run(on: completionQueue, success: success, failure: failure, body)
    }
}
