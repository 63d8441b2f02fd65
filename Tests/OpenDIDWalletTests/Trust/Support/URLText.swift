import Foundation

/// Reads URLs for files that need nothing else of Foundation.
enum URLText {
    static func url(_ text: String) -> URL? { URL(string: text) }
}
