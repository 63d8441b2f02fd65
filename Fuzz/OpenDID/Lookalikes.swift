import HeraldJSON

/// Changes of a sample that are easy to misread: texts and names that Swift's `String` takes for others, and the names of members that the
/// original text has beside the servers' ones.
enum Lookalikes {
    static let originalNames = ["ref": "url", "delegator": "delegate"]

    /// The sample with KELVIN SIGN for K, with "é" in one character and in two beside the one entry of its dictionaries, and with original
    /// names.
    static func variants(of tree: JSONValue) -> [JSONValue] {
        [
            changed(tree, text: { $0.replacing("K", with: "\u{212A}") }, members: { $0 }),
            changed(
                tree, text: { $0 },
                members: { members in
                    guard let entry = members["en"] else { return members }
                    var members = members
                    members["\u{E9}"] = entry
                    members["e\u{301}"] = entry
                    return members
                }),
            changed(
                tree, text: { $0 },
                members: { members in
                    var members = members
                    for (name, original) in originalNames {
                        guard let value = members.removeValue(forKey: name) else { continue }
                        members[original] = value
                    }
                    return members
                }),
        ].filter { $0 != tree }
    }

    /// Returns a plan as it is written: under the servers' names, whichever names it was read under (OpenDID sheet 4.9, #11).
    static func asWritten(_ plan: JSONValue) -> JSONValue {
        guard var members = plan.objectValue else { return plan }
        for (name, original) in originalNames where members[name]?.isNull ?? true {
            guard let value = members.removeValue(forKey: original), !value.isNull else { continue }
            members[name] = value
        }
        return .object(members)
    }

    private static func changed(_ tree: JSONValue, text: (String) -> String, members: (JSONObject) -> JSONObject)
        -> JSONValue
    {
        switch tree {
        case .string(let string): .string(text(string))
        case .array(let elements): .array(elements.map { changed($0, text: text, members: members) })
        case .object(let object): .object(members(object).mapValues { changed($0, text: text, members: members) })
        default: tree
        }
    }
}
