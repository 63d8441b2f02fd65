import HeraldJSON

/// Names that replace ids before results are compared, because no two servers create the same ids.
actor TwinNames {
    private var names: [String: String] = [:]
    private var servers: Set<String> = []

    func know(_ id: String, as name: String) {
        names[id] = name
        if id.first == "@", let colon = id.firstIndex(of: ":") { servers.insert(String(id[colon...])) }
    }

    func told(_ text: String?) -> String {
        guard let text else { return "" }
        if let name = names[text] { return name }
        if text.hasPrefix("$") { return "$" }
        // An id inside a text, such as the link in a reply.
        var told = text
        for (id, name) in names.sorted(by: { $0.key.count > $1.key.count }) where told.contains(id) {
            told = told.replacing(id, with: name)
        }
        for server in servers { told = told.replacing(server, with: ":server") }
        if told.hasPrefix("!") && names[text] == nil { return "!" }
        return told
    }

    func told(_ value: JSONValue) -> JSONValue {
        if let text = value.stringValue { return .string(told(text)) }
        if let list = value.arrayValue { return .array(list.map(told)) }
        guard let object = value.objectValue else { return value }
        var result = JSONObject()
        for key in object.keys.sorted() {
            if let member = object[key] { result[told(key)] = told(member) }
        }
        return .object(result)
    }
}
