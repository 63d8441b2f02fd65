import HTTPTypes

extension HTTPFields {
    /// Returns the value of a field, as the subscript does: joined if the field occurs several times, and `nil` if it does not occur.
    ///
    /// The subscript joins even a single value, through generic code that is not specialised. Every request reads several fields, and most
    /// fields occur once.
    package func value(of name: HTTPField.Name) -> String? {
        guard let first = firstIndex(where: { $0.name == name }) else { return nil }
        let isRepeated = self[(first + 1)...].contains { $0.name == name }
        return isRepeated ? self[name] : self[first].value
    }
}
