#if !os(Linux)
import Foundation
import HeraldLocks

/// Writes the body of a call into a stream that `URLSession` reads from, part by part.
enum SessionBody {
    /// The number of bytes that wait in the stream.
    private static let buffer = 64 << 10

    /// `@unchecked Sendable`: only the thread that is started with the pipe uses it.
    private struct Pipe: @unchecked Sendable {
        let output: OutputStream
    }

    private final class Holder: Sendable {
        private let result = Mutex<Result<[UInt8], any Error>>(.failure(CancellationError()))
        var value: Result<[UInt8], any Error> { result.withLock { $0 } }
        func set(_ value: Result<[UInt8], any Error>) { result.withLock { $0 = value } }
    }

    /// Returns a stream with the body.
    /// - Parameter failed: receives the error if the body cannot be read. The stream then ends early.
    static func input(of body: HTTPBodyStream, failed: @escaping @Sendable (any Error) -> Void) -> InputStream? {
        var input: InputStream?, output: OutputStream?
        Stream.getBoundStreams(withBufferSize: buffer, inputStream: &input, outputStream: &output)
        guard let input, let output else { return nil }
        let pipe = Pipe(output: output)
        // Writing blocks while the buffer is full, so it has a thread of its own. `URLSession` closes the other end when the task ends, and
        // writing then fails.
        let thread = Thread {
            pipe.output.open()
            defer { pipe.output.close() }
            var offset: Int64 = 0
            while offset < body.size {
                switch part(of: body, at: offset) {
                case .success(let bytes):
                    guard write(bytes, to: pipe.output) else { return }
                    offset += Int64(bytes.count)
                case .failure(let error): return failed(error)
                }
            }
        }
        thread.name = "herald-body"
        thread.start()
        return input
    }

    /// Waits for the next part. It is called only on a thread that does nothing else.
    private static func part(of body: HTTPBodyStream, at offset: Int64) -> Result<[UInt8], any Error> {
        let (done, holder) = (DispatchSemaphore(value: 0), Holder())
        Task.detached {
            do {
                holder.set(.success(try await body.next(offset)))
            } catch {
                holder.set(.failure(error))
            }
            done.signal()
        }
        done.wait()
        return holder.value
    }

    private static func write(_ bytes: [UInt8], to output: OutputStream) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBufferPointer { buffer in
                buffer.baseAddress.map { output.write($0 + written, maxLength: bytes.count - written) } ?? -1
            }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }
}
#endif
