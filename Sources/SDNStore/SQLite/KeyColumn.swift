extension String? {
    /// The text of a key column for an ID that may be absent, such as the thread of a receipt. It is empty for no ID, because SQLite counts two
    /// rows with `NULL` in a key as different. No ID is empty.
    var keyColumn: String {
        if let self { self } else { "" }
    }
}
