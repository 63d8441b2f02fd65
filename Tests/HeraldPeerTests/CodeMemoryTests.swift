import HeraldPeer
import Testing

@Suite("The memory of code")
struct CodeMemoryTests {
    private let map = """
        1000-3000 r-xp 00000000 fe:00 42 /usr/bin/program
        Rss:                   8 kB
        Anonymous:             0 kB
        VmFlags: rd ex mr mw me
        3000-4000 rw-p 00002000 fe:00 42 /usr/bin/program
        Anonymous:             0 kB
        5000-6000 r-xp 00000000 fe:00 43 /usr/lib/changed library.so
        Anonymous:             4 kB
        7000-8000 r-xp 00000000 fe:00 44 /usr/lib/library with spaces.so
        Anonymous:             0 kB
        9000-a000 r-xp 00000000 00:00 0
        Anonymous:             0 kB
        b000-c000 r-xp 00000000 00:00 0 [vdso]
        Anonymous:             0 kB
        d000-e000 r--p 00000000 fe:00 45 /usr/lib/data.so
        Anonymous:             0 kB
        """

    @Test("only the unchanged code of files is given back")
    func ranges() {
        #expect(CodeMemory.unchangedCode(in: map) == [0x1000..<0x3000, 0x7000..<0x8000])
    }

    @Test(
        "text that is no map has no code", arguments: ["", "Anonymous: 0 kB", "zz-yy r-xp 0 0 0 /a\nAnonymous: 0 kB"])
    func nonsense(text: String) { #expect(CodeMemory.unchangedCode(in: text).isEmpty) }

    @Test("a mapping without the size of its own pages stays")
    func incomplete() {
        let map = "1000-2000 r-xp 0 fe:00 1 /a\n3000-4000 r-xp 0 fe:00 2 /b\nAnonymous: 0 kB"
        #expect(CodeMemory.unchangedCode(in: map) == [0x3000..<0x4000])
    }

    @Test("code runs after its memory was given back")
    func runsOn() {
        CodeMemory.giveBack()
        #expect([3, 1, 2].sorted() == [1, 2, 3])
    }
}
