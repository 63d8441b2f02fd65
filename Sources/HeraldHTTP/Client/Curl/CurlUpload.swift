#if os(Linux)
import CCurl
import HeraldLocks

/// The body of a call, read part by part. One part is being sent while the next one is read. All transfers share the engine's thread, so it
/// never waits for a part: libcurl pauses the transfer instead.
final class CurlUpload: Sendable {
    private struct State {
        /// The part that is being sent, and the number of its bytes that libcurl has taken.
        var part: [UInt8] = []
        var taken = 0
        /// The part after it.
        var next: [UInt8] = []
        /// The place of the first byte that is still to be read.
        var offset: Int64 = 0
        /// The number of bytes that libcurl has taken altogether.
        var position: Int64 = 0
        var isReading = false
        var isPaused = false
        /// The number of times that libcurl went to another place. A part that was asked for before is dropped.
        var seeks = 0
    }

    private let stream: HTTPBodyStream
    private let request: CurlRequest
    private let state = Mutex(State())

    init(_ stream: HTTPBodyStream, of request: CurlRequest) {
        self.stream = stream
        self.request = request
    }

    var size: Int64 { stream.size }

    /// Writes the next bytes into a buffer of libcurl. Called on the engine's thread.
    /// - Returns: the number of bytes, 0 at the end, or libcurl's code for a pause.
    func provide(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        let (count, asksFor) = state.withLock { state -> (Int, (Int64, Int)?) in
            if state.taken == state.part.count, !state.next.isEmpty {
                (state.part, state.next, state.taken) = (state.next, [], 0)
            }
            let asksFor = ask(&state)
            if state.position >= size { return (0, nil) }
            let count = min(buffer.count, state.part.count - state.taken)
            guard count > 0 else {
                state.isPaused = true
                return (herald_curl_read_pause(), asksFor)
            }
            state.part.withUnsafeBytes { part in
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: part[state.taken..<state.taken + count]))
            }
            state.taken += count
            state.position += Int64(count)
            return (count, asksFor)
        }
        if let (offset, seeks) = asksFor { read(offset, seeks) }
        return count
    }

    /// Continues at another place, because libcurl sends the body again.
    func seek(_ offset: Int64, from origin: Int32) -> Bool {
        // SEEK_SET is 0. libcurl uses no other origin.
        guard origin == 0, (0...size).contains(offset) else { return false }
        state.withLock { state in
            let seeks = state.seeks + 1
            state = State(offset: offset, position: offset, seeks: seeks)
        }
        return true
    }

    /// Returns the place of the next part, and the number of seeks, if a part is to be read now.
    private func ask(_ state: inout State) -> (Int64, Int)? {
        guard !state.isReading, state.next.isEmpty, state.offset < size else { return nil }
        state.isReading = true
        return (state.offset, state.seeks)
    }

    private func read(_ offset: Int64, _ seeks: Int) {
        Task {
            do {
                let bytes = try await stream.next(offset)
                take(bytes, seeks)
            } catch {
                if request.finish(.failure(error)) { CurlEngine.shared?.drop(request) }
            }
        }
    }

    private func take(_ bytes: [UInt8], _ seeks: Int) {
        let wasPaused = state.withLock { state in
            guard state.seeks == seeks else { return false }
            state.isReading = false
            state.offset += Int64(bytes.count)
            state.next = bytes
            defer { state.isPaused = false }
            return state.isPaused
        }
        if wasPaused { CurlEngine.shared?.resume(request) }
    }
}
#endif
