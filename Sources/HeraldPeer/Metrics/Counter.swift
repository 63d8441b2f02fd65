import Synchronization

/// A number that only grows while the process lives, for example the number of requests. Many threads may add to it without a lock.
package final class Counter: Sendable {
    private let number = Atomic<Int>(0)

    package init() {}

    package var value: Int { number.load(ordering: .relaxed) }

    package func add(_ count: Int = 1) { number.wrappingAdd(count, ordering: .relaxed) }
}

/// One ``Counter`` for each case of a type. The number of samples is therefore fixed when the program is built.
package final class CounterSet<Case: CaseIterable & Hashable & Sendable & RawRepresentable<String>>: Sendable {
    private let counters: [Case: Counter]

    package init() {
        counters = Dictionary(Case.allCases.map { ($0, Counter()) }, uniquingKeysWith: { first, _ in first })
    }

    package subscript(_ label: Case) -> Int { counters[label]?.value ?? 0 }

    package func add(_ label: Case) { counters[label]?.add() }

    /// Returns the counters as a family. The raw value of a case is the value of its label.
    /// - Parameters:
    ///   - name: the name of the family; see ``MetricFamily/name``.
    ///   - label: the name of the label.
    ///   - more: further labels, the same for all samples. Defaults to none.
    package func family(
        _ name: String, _ help: String, label: String, and more: [(name: String, value: String)] = []
    ) -> MetricFamily {
        MetricFamily(
            name, .counter, help,
            Case.allCases.map { MetricFamily.Sample(labels: [(label, $0.rawValue)] + more, Double(self[$0])) })
    }
}
