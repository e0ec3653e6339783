export interface BatchAnswer {
  /** Git's name of the object; of one that is missing what it was asked for by. */
  readonly name: string
  /** The object's bytes; null: it is missing, or no blob. */
  readonly content: Buffer | null
}

/** The answers of `cat-file --batch`, in the order of the questions: `<oid> <kind> <size>`, the bytes, a line end; or `<name> missing`. */
export function* readBatch(output: Buffer): Generator<BatchAnswer> {
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(10, at)
    const line = output.toString('utf8', at, end)
    const [, oid, kind, size] = /^([0-9a-f]+) (\w+) (\d+)$/.exec(line) ?? []
    const after = end + 1 + Number(size ?? 0)
    yield {
      name: oid ?? line.replace(/ missing$/, ''),
      content: kind === 'blob' ? output.subarray(end + 1, after) : null,
    }
    at = size === undefined ? end + 1 : after + 1
  }
}
