import Foundation

/// A limit's value as the document shows it.
enum LimitValue {
    /// Returns the text for a value of a configuration; `nil` if it is not a number.
    static func text(_ value: Any, unit: String) -> String? {
        switch value {
        case let number as any FixedWidthInteger: whole(Int(clamping: number), unit: unit)
        case let number as Double: fraction(number, unit: unit)
        case let numbers as [Int64] where !numbers.isEmpty:
            numbers.map { whole(Int($0), unit: unit) }.joined(separator: ", ")
        case let time as Duration: length(time)
        case let times as [Duration] where !times.isEmpty: times.map(length).joined(separator: ", ")
        default: rate(value) ?? optional(value, unit: unit)
        }
    }

    /// Returns the text for a number of the sources.
    static func text(of number: SourceNumber, unit: String) -> String {
        switch number {
        case .whole(let number): whole(number, unit: unit)
        case .fraction(let number): fraction(number, unit: unit)
        case .time(let milliseconds): whole(milliseconds, unit: "ms")
        case .list(let numbers): numbers.map { text(of: $0, unit: unit) }.joined(separator: ", ")
        }
    }

    /// Returns the text of a rate, for each server's type.
    private static func rate(_ value: Any) -> String? {
        let parts = Dictionary(
            Mirror(reflecting: value).children.map { ($0.label ?? "", $0.value as? Double) },
            uniquingKeysWith: { first, _ in first })
        guard parts.count == 2, let perSecond = parts["perSecond"] ?? nil, let burst = parts["burst"] ?? nil else {
            return nil
        }
        return "\(figure(perSecond)) a second, \(figure(burst)) at once"
    }

    private static func optional(_ value: Any, unit: String) -> String? {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return nil }
        if let inner = mirror.children.first?.value { return text(inner, unit: unit) }
        let name = "\(type(of: value))"
        return ["Int", "Int64", "Double", "Duration", "RateLimit", "Rate"].contains { name == "Optional<\($0)>" }
            ? "none" : nil
    }

    private static func fraction(_ number: Double, unit: String) -> String {
        guard number != number.rounded() || number.magnitude > 1e15 else { return whole(Int(number), unit: unit) }
        return unit.isEmpty ? "\(number)" : "\(number) \(unit)"
    }

    private static func whole(_ number: Int, unit: String) -> String {
        switch unit {
        case "bytes": bytes(number)
        case "ms": number >= 1_000 && number.isMultiple(of: 1_000) ? seconds(number / 1_000) : "\(grouped(number)) ms"
        case "s": seconds(number)
        default: unit.isEmpty ? grouped(number) : "\(grouped(number)) \(unit)"
        }
    }

    private static func length(_ time: Duration) -> String { seconds(Int(time.components.seconds)) }

    private static func bytes(_ number: Int) -> String {
        for (size, name) in [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")]
        where number >= size && number.isMultiple(of: size) {
            return "\(number / size) \(name)"
        }
        return "\(grouped(number)) bytes"
    }

    private static func seconds(_ number: Int) -> String {
        for (length, name) in [(86_400, "d"), (3_600, "h"), (60, "min")]
        where number >= length && number.isMultiple(of: length) {
            return "\(number / length) \(name)"
        }
        return "\(grouped(number)) s"
    }

    private static func figure(_ number: Double) -> String {
        number == number.rounded() ? grouped(Int(number)) : String(format: "%.2g", number)
    }

    private static func grouped(_ number: Int) -> String {
        var digits = String(number.magnitude), parts: [String] = []
        while digits.count > 3 {
            parts.insert(String(digits.suffix(3)), at: 0)
            digits = String(digits.dropLast(3))
        }
        return (number < 0 ? "-" : "") + ([digits] + parts).joined(separator: ",")
    }
}
