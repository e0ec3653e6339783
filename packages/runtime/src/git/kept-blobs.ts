/** Contents by git's name of them, of which the last used are kept: a name stands for one content for ever. */
export interface KeptBlobs {
  get(oid: string): Buffer | undefined
  put(oid: string, content: Buffer): void
}

/** Bytes of one content, and of all that is kept. */
const most = { each: 256 * 1024, all: 16 * 1024 * 1024 } as const

export function createKeptBlobs(): KeptBlobs {
  const contents = new Map<string, Buffer>()
  let bytes = 0
  return {
    get: (oid) => {
      const content = contents.get(oid)
      if (content === undefined) return undefined
      contents.delete(oid)
      contents.set(oid, content)
      return content
    },
    put: (oid, content) => {
      if (content.length > most.each || contents.has(oid)) return
      // A part of a larger output would keep all of it.
      contents.set(oid, Buffer.from(content))
      bytes += content.length
      for (const [oldest, { length }] of contents) {
        if (bytes <= most.all) return
        contents.delete(oldest)
        bytes -= length
      }
    },
  }
}
