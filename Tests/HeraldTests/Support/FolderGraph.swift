import Foundation
import TestSupport

/// Which folders of a module use types that other folders of it declare.
///
/// It goes by the names of types: a use of an extension's member does not count, and a nested type counts as a use of the type in another folder that
/// has the same name.
struct FolderGraph {
    /// The files of the module that lie in no folder.
    static let outside = "(no folder)"

    private struct File {
        let path: String
        let folder: String
        let words: SwiftWords
    }

    /// For each folder, the folders that it uses, with one use of each.
    private var uses: [String: [String: String]] = [:]

    /// Reads the files of a module.
    init(module: String) throws {
        let base = PackageFiles.url("Sources").appendingPathComponent(module)
        let paths = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
        let files = try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
            let parts = path.split(separator: "/")
            let text = try String(contentsOf: base.appendingPathComponent(path), encoding: .utf8)
            return File(path: path, folder: parts.count > 1 ? String(parts[0]) : Self.outside, words: SwiftWords(text))
        }
        var owners: [String: String] = [:]
        // A name that several files declare, as for two platforms, does not say which one is meant.
        var ambiguous: Set<String> = []
        for file in files {
            for type in file.words.declared where owners.updateValue(file.folder, forKey: type) != nil {
                ambiguous.insert(type)
            }
        }
        for file in files {
            for type in file.words.used where !ambiguous.contains(type) {
                guard let owner = owners[type], owner != file.folder else { continue }
                let use = "\(file.folder) uses \(owner): \(type) in \(file.path)"
                uses[file.folder, default: [:]][owner] = min(use, uses[file.folder]?[owner] ?? use)
            }
        }
    }

    /// The folders that use others that use them, directly or through further folders.
    var foldersInCycles: Set<String> { Set(uses.keys.filter { reached(from: $0).contains($0) }) }

    /// The uses between folders that use each other, one for each pair of folders.
    var usesInCycles: [String] {
        let folders = foldersInCycles
        return folders.flatMap { folder in
            (uses[folder] ?? [:]).filter { folders.contains($0.key) && reached(from: $0.key).contains(folder) }.values
        }.sorted()
    }

    private func reached(from start: String) -> Set<String> {
        var reached: Set<String> = []
        var next = [start]
        while let folder = next.popLast() {
            for used in (uses[folder] ?? [:]).keys where reached.insert(used).inserted { next.append(used) }
        }
        return reached
    }
}
