import Foundation
import Synchronization

/// The time of a response (RFC 9110, 5.6.7). It is written once a second. Hummingbird's own cache belongs to its applications.
enum HTTPDate {
    private static let last = Mutex<(second: Int, text: String)>((.min, ""))
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The current time, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    static var now: String {
        let second = time(nil)
        return last.withLock { last in
            if last.second != second { last = (second, text(of: second)) }
            return last.text
        }
    }

    /// - Parameter second: seconds since 1970.
    static func text(of second: Int) -> String {
        var second = time_t(second), parts = tm()
        gmtime_r(&second, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = days[Int(parts.tm_wday)], month = months[Int(parts.tm_mon)]
        let clock = "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
        return "\(day), \(two(parts.tm_mday)) \(month) \(1900 + Int(parts.tm_year)) \(clock) GMT"
    }
}
