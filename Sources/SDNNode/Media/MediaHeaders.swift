import SDNWire

/// The headers for files that users have uploaded. A browser may show or save such a file, and must not execute it.
enum MediaHeaders {
    /// The types that a browser may show inline. The browser saves files of all other types. HTML and SVG are not in the list, because they can
    /// contain scripts.
    private static let shown: Set<String> = [
        "text/plain", "text/csv", "text/css", "application/json", "application/ld+json", "image/jpeg", "image/gif",
        "image/png", "image/apng",
        "image/webp", "image/avif", "video/mp4", "video/webm", "video/ogg", "video/quicktime", "audio/mp4",
        "audio/webm", "audio/aac", "audio/mpeg",
        "audio/ogg", "audio/wave", "audio/wav", "audio/x-wav", "audio/x-pn-wav", "audio/flac", "audio/x-flac",
    ]

    static func headers(of record: MediaRecord, fileName: String?) -> [(name: String, value: String)] {
        [
            ("Content-Type", record.contentType),
            (
                "Content-Disposition",
                disposition(isShown: shown.contains(essence(record.contentType)), fileName ?? record.filename)
            ),
            ("X-Content-Type-Options", "nosniff"),
            (
                "Content-Security-Policy",
                "sandbox; default-src 'none'; script-src 'none'; style-src 'unsafe-inline'; media-src 'self'; object-src 'none'"
            ),
            ("Cross-Origin-Resource-Policy", "cross-origin"),
            ("Referrer-Policy", "no-referrer"),
            ("X-Robots-Tag", "noindex, nofollow, noarchive, noimageindex"),
            // The file of a media ID never changes, so clients may cache it.
            ("Cache-Control", "private, max-age=86400, immutable"),
        ]
    }

    /// Returns the media type to store. It is printable, short and has a slash.
    static func checkedType(_ text: String) -> String {
        let isGood =
            text.utf8.count <= 200 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && essence(text).contains("/")
        return isGood ? text : "application/octet-stream"
    }

    /// Returns the type without parameters, in lower case.
    static func essence(_ type: String) -> String {
        String(type.prefix { $0 != ";" }).lowercased().filter { $0 != " " }
    }

    private static func disposition(isShown: Bool, _ name: String?) -> String {
        let kind = isShown ? "inline" : "attachment"
        guard let name, !name.isEmpty else { return kind }
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
            default: false
            }
        }
        // Without percent-encoding (RFC 6266), a name with a line break or a quote could end the header and add another one. A plain name has
        // only letters, digits, `-`, `.` and `_`.
        return isPlain
            ? "\(kind); filename=\(name)" : "\(kind); filename*=utf-8''\(PercentEncoding.encodeSegment(name))"
    }
}
