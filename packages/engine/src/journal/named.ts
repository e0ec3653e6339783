/**
 * Hashes that the texts name as `sha256:<hex>`, and those that the blobs they name do. Not every one is a blob's: files are
 * told by their hashes too, and an agent may say what it likes. `each` gives the texts.
 */
export function hashesNamed(
  each: (name: (text: string) => void) => void,
  contentOf: (hash: string) => Uint8Array | null,
): ReadonlySet<string> {
  const named = new Set<string>()
  const name = (text: string): void => {
    for (const [, hash = ''] of text.matchAll(/sha256:([0-9a-f]{64})/g)) named.add(hash)
  }
  each(name)
  // A set is walked to its end, with what is added on the way.
  for (const hash of named) {
    const content = contentOf(hash)
    if (content !== null) name(Buffer.from(content).toString('latin1'))
  }
  return named
}
