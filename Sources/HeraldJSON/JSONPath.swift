/// Formats the path of a value, such as `rooms.join[3].name`.
enum JSONPath {
    static func appending(key: String, to path: String) -> String { path.isEmpty ? key : path + "." + key }
    static func appending(index: Int, to path: String) -> String { path + "[\(index)]" }
}
