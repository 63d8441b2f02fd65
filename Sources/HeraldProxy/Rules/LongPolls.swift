import HTTPTypes
import HeraldPeer

/// Finds out for how long a request asks the homeserver to wait.
enum LongPolls {
    /// Returns the time in the query item `timeout`, in milliseconds, of a GET request. Syncs and event streams of Matrix have it.
    static func wait(of head: HTTPRequest, atMost longest: Duration) -> Duration {
        guard head.method == .get, let path = head.path, path.utf8.contains(UInt8(ascii: "?")),
            let items = try? RequestTarget(path).items(),
            let text = items.last(where: { $0.name == "timeout" })?.value,
            let milliseconds = Int64(text), milliseconds > 0
        else { return .zero }
        return min(.milliseconds(milliseconds), longest)
    }
}
