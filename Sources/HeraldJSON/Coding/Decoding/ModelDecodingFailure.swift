/// Creates the errors of a decoding. This code runs only when decoding fails.
extension ModelDecoding {
    @inline(never)
    func wrongKind(_ index: Int, expected: String) -> JSONError {
        failure(.wrongKind, index, "\(expected) was expected, but this is \(view(index).kind)")
    }

    @inline(never)
    func outOfRange(_ index: Int, expected: String) -> JSONError {
        failure(.outOfRange, index, "\(expected) was expected, but this is \(excerpt(index))")
    }

    @inline(never)
    func otherText(_ index: Int, _ type: Any.Type) -> JSONError {
        invalid(index, nil, because: "it only looks like a value of type \(type), its characters are others")
    }

    @inline(never)
    func ambiguous(_ object: Int) -> JSONError {
        failure(.duplicateMember, object, "two names differ in nothing but how the same characters are encoded")
    }

    @inline(never)
    func missing(_ key: some CodingKey, in object: Int, expected: Any.Type) -> JSONError {
        let path = JSONPath.text(steps(to: object) + [key])
        return JSONError(
            .missingMember, path: path, offset: node(object).offset,
            reason: "\(Self.name(expected)) was expected, the member is absent")
    }

    @inline(never)
    func pastEnd(_ array: Int, place: Int, expected: Any.Type) -> JSONError {
        let path = JSONPath.text(steps(to: array) + [ModelPathKey(place)])
        return JSONError(
            .missingMember, path: path, offset: node(endOfContainer(array)).offset,
            reason: "\(Self.name(expected)) was expected, but the array ends")
    }

    /// Returns an error from a type's own code with the position added. An error that already has a position is returned unchanged.
    func located(_ error: any Error, _ type: Any.Type, at index: Int) -> JSONError {
        switch error {
        case let error as JSONError:
            guard error.offset == nil else { return error }
            return JSONError(
                error.code, path: joined(path(of: index), error.path), offset: node(index).offset, reason: error.reason)
        case let error as DecodingError: return translated(error, type, at: index)
        default: return invalid(index, type, because: String(describing: error))
        }
    }

    private func translated(_ error: DecodingError, _ type: Any.Type, at index: Int) -> JSONError {
        switch error {
        case .dataCorrupted(let context):
            let (place, path) = place(context, at: index)
            guard place == index || path == nil else {
                return invalid(place, nil, because: context.debugDescription, path: path)
            }
            return invalid(index, type, because: context.debugDescription, path: path)
        case .keyNotFound(let key, let context):
            let (place, path) = place(context, at: index)
            return JSONError(
                .missingMember, path: JSONPath.appending(key: key.stringValue, to: path ?? self.path(of: place)),
                offset: node(place).offset,
                reason: "the member was expected and is absent")
        case .typeMismatch(let expected, let context), .valueNotFound(let expected, let context):
            let (place, path) = place(context, at: index)
            return JSONError(
                .wrongKind, path: path ?? self.path(of: place), offset: node(place).offset,
                reason:
                    "\(Self.name(expected)) was expected, but this is \(view(place).kind): \(context.debugDescription)")
        @unknown default: return invalid(index, type, because: String(describing: error))
        }
    }

    /// Returns the position of an error's context. It may be deeper than the value whose type threw the error, but never outside it.
    private func place(_ context: DecodingError.Context, at index: Int) -> (index: Int, path: String?) {
        let own = steps(to: index).count
        guard context.codingPath.count > own else { return (index, nil) }
        return (storage.index(following: context.codingPath[own...], from: index), JSONPath.text(context.codingPath))
    }

    private func invalid(_ index: Int, _ type: (Any.Type)?, because reason: String, path: String? = nil) -> JSONError {
        let found = excerpt(index)
        let text: String
        if let type, let allowed = Self.allowedValues(type) {
            text = "one of \(allowed) was expected, but this is \(found)"
        } else if let type {
            text = "a valid \(type) was expected, but this is \(found): \(reason)"
        } else {
            text = "this is \(found): \(reason)"
        }
        return JSONError(.invalidValue, path: path ?? self.path(of: index), offset: node(index).offset, reason: text)
    }

    private func failure(_ code: JSONError.Code, _ index: Int, _ reason: String) -> JSONError {
        JSONError(code, path: path(of: index), offset: node(index).offset, reason: reason)
    }

    private func joined(_ path: String, _ rest: String) -> String {
        rest.hasPrefix("[") || path.isEmpty || rest.isEmpty ? path + rest : path + "." + rest
    }

    /// Returns a string or number as written, cut to 64 characters, or the kind of any other value.
    private func excerpt(_ index: Int) -> String {
        let view = view(index)
        switch view.kind {
        case .string:
            let text = view.string ?? ""
            return "\"" + Self.cut(text) + "\""
        case .number: return Self.cut(String(decoding: view.rawBytes, as: UTF8.self))
        case .bool: return view.bool == true ? "true" : "false"
        case let kind: return kind.description
        }
    }

    private static func cut(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: 64, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return text }
        return String(scalars[..<end]) + "…"
    }

    /// Returns the raw values of a type that can list its cases, such as `"a", "b"`.
    private static func allowedValues(_ type: Any.Type) -> String? {
        guard let type = type as? any CaseIterable.Type else { return nil }
        func list<C: CaseIterable>(_ type: C.Type) -> String? {
            let texts = C.allCases.compactMap { value -> String? in
                guard let raw = (value as? any RawRepresentable)?.rawValue else { return nil }
                return (raw as? String).map { "\"" + $0 + "\"" } ?? String(describing: raw)
            }
            return texts.isEmpty ? nil : texts.joined(separator: ", ")
        }
        return list(type)
    }

    private static func name(_ type: Any.Type) -> String {
        switch type {
        case is String.Type: JSONKind.string.description
        case is Bool.Type: JSONKind.bool.description
        case is any FixedWidthInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type: JSONKind.number.description
        default: "a value of type \(type)"
        }
    }
}
