import HTTPTypes
import Logging
import Synchronization

/// The id of a request, by which an operator finds its log lines in all servers that it passed through.
package struct RequestID: Sendable, Hashable {
    /// The id of the request that the running task answers; `nil` for a server's own work.
    @TaskLocal package static var current: RequestID?

    /// The header that carries the id.
    package static let header = HTTPField.Name("X-Request-Id")
    /// The name under which log lines have the id.
    package static let key = "request"
    /// The largest number of bytes in an id that a proxy sends.
    static let longest = 64
    private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    private static let next = Atomic<UInt64>(UInt64.random(in: .min ... .max))

    package let text: String

    /// Creates a new id. Ids need to be different and not secret, so a counter with a random start is enough, and needs no random numbers for
    /// each request.
    package init() {
        // The finishing step of SplitMix64 is a bijection, so numbers that differ give ids that differ.
        var number = Self.next.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
        number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
        number ^= number >> 31
        text = String(unsafeUninitializedCapacity: 13) { bytes in
            for index in 0..<13 {
                bytes[index] = Self.digits[Int(number & 31)]
                number >>= 5
            }
            return 13
        }
    }

    /// Accepts the id of a proxy.
    /// - Returns: `nil` if it is not made of 1 to ``longest`` ASCII letters, digits, `-`, `_` and `.`.
    package init?(_ text: String) {
        let bytes = text.utf8
        guard (1...Self.longest).contains(bytes.count), bytes.allSatisfy(Self.isAllowed) else { return nil }
        self.text = text
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

extension Logger {
    /// Creates the logger of a server. It writes to standard error, and each line of a request has the request's id.
    package static func ofServer(_ label: String, level: Logger.Level) -> Logger {
        var logger = Logger(label: label) {
            LateLogHandler(StreamLogHandler.standardError(label: $0, metadataProvider: requestMetadata))
        }
        logger.logLevel = level
        return logger
    }

    /// The metadata of the request that the running task answers.
    package static let requestMetadata = MetadataProvider {
        RequestID.current.map { [RequestID.key: "\($0.text)"] } ?? [:]
    }
}
