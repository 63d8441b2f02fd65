import Foundation
import TestSupport

/// Brings one answer to the client of a ``FaultyProxy``, more or less.
struct WireDelivery {
    let wire: FaultyWire
    let client: LoopbackConnection
    /// Decides where something is cut.
    let number: Int

    /// No client takes more; one that does is not waited for.
    private static let endless = 100_000_000

    /// - Returns: true if the connection takes the next request.
    func bring(_ answer: WireAnswer, _ fault: WireFault?) -> Bool {
        switch fault {
        case nil: return client.send(answer.whole)
        case .requestReset, .requestCut, .answerLost: return false
        case .headerCut: client.send(answer.partOfHead(number))
        case .bodyCut: client.send(answer.head + answer.part(number))
        case .headerReset, .bodyReset:
            client.send(fault == .headerReset ? Array(answer.partOfHead(number)) : answer.head + answer.part(number))
            client.reset()
        case .bytesBehindBody: return client.send(answer.whole + Array("}{ and more".utf8))
        case .lengthTooSmall:
            return client.send(answer.head("Content-Length: \(answer.part(number).count)") + answer.body)
        case .chunksCut:
            client.send(
                answer.head(WireAnswer.chunked)
                    + WireAnswer.chunk(number.isMultiple(of: 2) ? answer.body[...] : answer.part(number)))
        case .chunksBroken: client.send(answer.head(WireAnswer.chunked) + Array("zz\r\n".utf8) + answer.body)
        case .silence, .silenceInHeader, .silenceInBody:
            if fault == .silenceInHeader { client.send(answer.partOfHead(number)) }
            if fault == .silenceInBody { client.send(answer.head + answer.part(number)) }
            client.waitForEnd()
        case .garbage: client.send(WireAnswer.garbage(number))
        case .endlessHeader:
            client.send(Array("HTTP/1.1 200 OK\r\n".utf8))
            pour(Array("X-Field: \(String(repeating: "a", count: 1_000))\r\n".utf8))
        case .endlessBody: pourBody(answer)
        case .keptConnectionCloses: client.send(answer.whole)
        case .pieces:
            var rest = answer.whole[...]
            while !rest.isEmpty {
                guard client.send(rest.prefix(1 + answer.whole.count / 20)) else { return false }
                rest = rest.dropFirst(1 + answer.whole.count / 20)
                sched_yield()
            }
            return true
        }
        return false
    }

    /// In chunks, up to the end of the connection, or with a length that is true as far as anybody gets.
    private func pourBody(_ answer: WireAnswer) {
        let filling = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 16), start = Array("{\"next_batch\":\"".utf8)
        switch number % 3 {
        case 0:
            client.send(answer.head(WireAnswer.chunked) + WireAnswer.chunk(start))
            pour(WireAnswer.chunk(filling))
        case 1:
            client.send(answer.head("Connection: close") + start)
            pour(filling)
        default:
            client.send(answer.head("Content-Length: \(Self.endless)") + start)
            pour(filling)
        }
    }

    private func pour(_ bytes: [UInt8]) {
        var sent = 0
        while sent < Self.endless, client.send(bytes) { sent += bytes.count }
        wire.hasSentEndless(sent)
    }
}
