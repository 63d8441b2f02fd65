import NIOCore

/// A deadline of a connection that most requests set and clear.
///
/// Clearing it leaves the event loop's timer as it is. When the timer fires, it looks for the deadline. To cancel a timer, the event loop searches
/// the timers of all its connections, so thousands of silent connections would delay each request of the others.
///
/// All functions must be called on the event loop.
final class MovingDeadline {
    private var due: NIODeadline?
    private var passed: (() -> Void)?
    private var timer: Scheduled<Void>?
    /// The time at which ``timer`` fires.
    private var fires = NIODeadline.distantFuture

    /// Sets the deadline, in place of an earlier one.
    /// - Parameter passed: runs once, when the deadline has passed.
    func set(in time: TimeAmount, on loop: any EventLoop, _ passed: @escaping () -> Void) {
        let due = loop.now + time
        (self.due, self.passed) = (due, passed)
        guard timer == nil || due < fires else { return }
        timer?.cancel()
        schedule(due, on: loop)
    }

    /// Clears the deadline.
    func clear() { (due, passed) = (nil, nil) }

    /// Clears the deadline of a connection that ends.
    func end() {
        clear()
        timer?.cancel()
        timer = nil
    }

    private func schedule(_ time: NIODeadline, on loop: any EventLoop) {
        fires = time
        timer = loop.assumeIsolated().scheduleTask(deadline: time) { self.fire(on: loop) }
    }

    private func fire(on loop: any EventLoop) {
        timer = nil
        guard let due, let passed else { return }
        guard due <= loop.now else { return schedule(due, on: loop) }
        clear()
        passed()
    }
}
