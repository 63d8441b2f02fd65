#if canImport(CCurl)
import CCurl

/// The work of the engine's thread: starts transfers, runs libcurl, delivers results, and ends transfers that take too long.
final class CurlLoop {
    /// The number of handles of finished transfers that are kept. Creating one costs more than a small exchange.
    private static let spareHandles = 64

    private let multi: UnsafeMutableRawPointer
    private var running: [UnsafeMutableRawPointer: CurlTransfer] = [:]
    private var handles: [ObjectIdentifier: UnsafeMutableRawPointer] = [:]
    private var spare: [UnsafeMutableRawPointer] = []
    /// No transfer is overdue before this time.
    private var nextCheck: ContinuousClock.Instant?

    init(_ multi: UnsafeMutableRawPointer) { self.multi = multi }

    func work(_ orders: [CurlEngine.Order]) {
        for order in orders {
            switch order {
            case .start(let ticket): start(ticket)
            case .drop(let ticket):
                if let handle = handles[ObjectIdentifier(ticket)] { remove(handle) }
            }
        }
        var count: Int32 = 0
        curl_multi_perform(multi, &count)
        collect()
        checkTimes()
    }

    func sleep() {
        var pause = CurlEngine.longestSleep
        if let nextCheck { pause = min(pause, max(.zero, nextCheck - ContinuousClock.now)) }
        curl_multi_poll(multi, nil, 0, Int32(clamping: pause.wholeMilliseconds), nil)
    }

    private func start(_ ticket: CurlRequest) {
        guard !ticket.isOver else { return }
        guard let handle = ticket.call.destination == nil ? spare.popLast() ?? curl_easy_init() : curl_easy_init()
        else {
            ticket.finish(.failure(HTTPFailure.cannotConnect))
            return
        }
        let transfer = CurlTransfer(ticket)
        guard transfer.prepare(handle), curl_multi_add_handle(multi, handle) == CURLM_OK else {
            curl_easy_cleanup(handle)
            transfer.release()
            ticket.finish(.failure(HTTPFailure.cannotConnect))
            return
        }
        running[handle] = transfer
        handles[ObjectIdentifier(ticket)] = handle
        nextCheck = min(nextCheck ?? transfer.due, transfer.due)
    }

    private func collect() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle else { continue }
            let code = message.pointee.data.result
            let result = running[handle].map { ($0.ticket, $0.result(code, handle)) }
            remove(handle)
            if let (ticket, result) = result { ticket.finish(result) }
        }
    }

    private func checkTimes() {
        guard let check = nextCheck, check <= ContinuousClock.now else { return }
        let now = ContinuousClock.now
        for (handle, transfer) in running where transfer.due <= now {
            let ticket = transfer.ticket
            remove(handle)
            ticket.finish(.failure(HTTPFailure.timedOut))
        }
        nextCheck = running.values.map(\.due).min()
    }

    private func remove(_ handle: UnsafeMutableRawPointer) {
        guard let transfer = running.removeValue(forKey: handle) else { return }
        handles[ObjectIdentifier(transfer.ticket)] = nil
        curl_multi_remove_handle(multi, handle)
        if transfer.ticket.call.destination == nil, spare.count < Self.spareHandles {
            curl_easy_reset(handle)
            spare.append(handle)
        } else {
            curl_easy_cleanup(handle)
        }
        transfer.release()
    }
}

extension Duration {
    /// The duration in milliseconds, rounded up, so that the thread does not wake a moment too early again and again.
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(
            clamping: min(max(seconds, 0), 1_000_000) * 1000 + (attoseconds + 999_999_999_999_999)
                / 1_000_000_000_000_000)
    }
}
#endif
