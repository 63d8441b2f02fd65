/// The row of a file.
struct MediaRecord: Sendable {
    let id: String
    let hash: String
    let length: Int
    let contentType: String
    let filename: String?
}
