/// A store that can release its file and open it again by itself.
package protocol MXRestingStore: MXStore {
    /// Closes the file until the store is next used. The session calls it after syncing has failed, because the app may drop the session without
    /// closing it. A store that is in use rests as soon as nobody uses it. Does nothing while the store is closed.
    func rest() async
    /// Ends a ``rest()`` that waits until nobody uses the store. The session calls it before it syncs again.
    func use() async
}
