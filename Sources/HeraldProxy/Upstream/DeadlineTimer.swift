import NIOCore

/// Calls a closure when a deadline has passed. Moving the deadline to a later time costs nothing, so each request of a connection can have one.
/// It belongs to one event loop.
final class DeadlineTimer {
    private let loop: any EventLoop
    private let fire: () -> Void
    private var due: NIODeadline?
    private var scheduled: (at: NIODeadline, task: Scheduled<Void>)?

    /// - Parameter fire: must not retain the owner of the timer.
    init(on loop: any EventLoop, _ fire: @escaping () -> Void) {
        self.loop = loop
        self.fire = fire
    }

    func set(after time: Duration) {
        let due = NIODeadline.now() + TimeAmount(time)
        self.due = due
        if let scheduled, scheduled.at <= due { return }
        scheduled?.task.cancel()
        schedule(at: due)
    }

    func clear() { due = nil }

    /// Ends the timer.
    func stop() {
        due = nil
        scheduled?.task.cancel()
        scheduled = nil
    }

    private func schedule(at time: NIODeadline) {
        scheduled = (
            time, loop.assumeIsolated().scheduleTask(deadline: time) { [weak self] in self?.wake() }
        )
    }

    private func wake() {
        scheduled = nil
        guard let due else { return }
        guard due <= .now() else { return schedule(at: due) }
        self.due = nil
        fire()
    }
}
