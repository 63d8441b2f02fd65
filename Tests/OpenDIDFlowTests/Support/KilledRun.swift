import OpenDIDWallet

/// Drives a run and stops in the middle, as a process that ends there.
enum KilledRun {
    /// - Parameter turns: after how many turns the process ends; asking, sending and taking the answer are a turn each.
    /// - Returns: true if the run ended before.
    static func drive<Flow: ProtocolFlow>(
        _ driver: FlowDriver<Flow>, over transport: any ServiceTransport, turns: Int
    ) async throws -> Bool {
        var left = turns
        func isOver() -> Bool {
            left -= 1
            return left < 0
        }
        while true {
            if isOver() { return false }
            switch try await driver.advance() {
            case .call(let call):
                if isOver() { return false }
                let answer = try await transport.send(call)
                if isOver() { return false }
                try await driver.accept(answer)
            case .decide: return false
            case .finished: return true
            }
        }
    }
}
