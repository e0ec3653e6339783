/** Contents by git's name of them, of which the last used are kept: a name stands for one content for ever. */
export interface KeptBlobs {
  get(oid: string): Buffer | undefined
  put(oid: string, content: Buffer): void
}

/** Bytes of one content. */
export const mostKept: number = 256 * 1024

const mostBytes = 16 * 1024 * 1024

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
      if (content.length > mostKept || contents.has(oid)) return
      // A part of a larger output would keep all of it.
      contents.set(oid, Buffer.from(content))
      bytes += content.length
      for (const [oldest, { length }] of contents) {
        if (bytes <= mostBytes) return
        contents.delete(oldest)
        bytes -= length
      }
    },
  }
}
