import Observation

/// Waits until a condition on observed values is true, as a view waits: it reads the values, and reads them again when one of them was changed. If
/// no observer is informed of the change, the wait does not end.
@MainActor
func observing(until condition: @MainActor () -> Bool) async {
    while !condition() {
        let (changes, change) = AsyncStream<Void>.makeStream()
        let isTrue = withObservationTracking(condition) { change.finish() }
        if isTrue { return }
        for await _ in changes {}
    }
}
