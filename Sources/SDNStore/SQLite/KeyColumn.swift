extension String? {
    /// The text in a key column for an ID that may be absent, such as the thread of a receipt. An absent ID is stored as an empty text, because
    /// SQLite treats two rows with `NULL` in a key as different. An ID that is present is never empty.
    var keyColumn: String {
        if let self { self } else { "" }
    }
}
