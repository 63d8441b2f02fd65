import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes

/// A connection whose task runs on the event loop that reads from the connection and writes to it. A request then needs two fewer changes of threads.
///
/// The task only passes parts of requests and responses on. The work of requests must run elsewhere, because it would delay the other connections
/// of the loop; see ``ProcessorShares``.
struct LoopChannel<Base: ServerChildChannel>: ServerChildChannel
where Base.Value == NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart> {
    let base: Base

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        base.setup(channel: channel, logger: logger)
    }

    func handle(value: Base.Value, logger: Logger) async {
        await withTaskExecutorPreference(LoopExecutor(loop: value.channel.eventLoop)) {
            await base.handle(value: value, logger: logger)
        }
    }
}

/// Runs the steps of tasks on an event loop. It is written by hand, because NIO's event loops are no task executors.
private final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // The closure retains the executor, because a job does not.
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
