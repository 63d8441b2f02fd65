import Foundation

/// Random bytes as text that is safe in a path: URL-safe base64 (RFC 4648 section 5) without padding.
enum Base64URLText {
    static func encode(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
