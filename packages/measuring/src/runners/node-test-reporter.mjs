/**
 * Reporter of `node --test` for Sigma: one JSON object a line, ended by `{"kind":"close"}`. Plain JavaScript for
 * Node 20 and newer, because it runs under the Node of the project that is tested.
 */
// biome-ignore lint/correctness/noUnresolvedImports: a CommonJS module, whose only export Node sees whole is the default
import causes from './causes.cjs'
// biome-ignore lint/correctness/noUnresolvedImports: as above
import ownJson from './own-json.cjs'

const STDERR = 6000

// biome-ignore lint/style/noDefaultExport: node:test loads a reporter by its default export
export default async function* report(events) {
  const stderr = new Map()
  yield line({ kind: 'open', version: process.version })
  for await (const { type, data } of events) {
    if (type === 'test:start') yield line({ kind: 'start', ...place(data) })
    if (type === 'test:pass' || type === 'test:fail')
      yield line({ kind: 'done', ...place(data), ...outcome(type, data) })
    if (type === 'test:stderr') stderr.set(data.file, `${stderr.get(data.file) ?? ''}${data.message}`.slice(-STDERR))
  }
  for (const [file, text] of stderr) yield line({ kind: 'stderr', file: String(file), text })
  yield line({ kind: 'close' })
}

const { jsonOf } = ownJson
const line = (value) => `${jsonOf(value)}\n`

function place(data) {
  return {
    file: String(data.entryFile ?? data.file ?? ''),
    writtenIn: String(data.file ?? ''),
    name: String(data.name),
    nesting: data.nesting,
    line: data.line ?? 0,
    column: data.column ?? 0,
  }
}

function outcome(type, data) {
  return {
    passed: type === 'test:pass',
    skip: flag(data.skip),
    todo: flag(data.todo),
    suite: data.details?.type === 'suite',
    error: describe(data.details?.error),
  }
}

/** `{ skip: '' }` skips as well. */
const flag = (value) => value !== undefined && value !== false

function describe(error) {
  if (error === undefined || error === null) return null
  return {
    failureType: String(error.failureType ?? ''),
    exit: typeof error.exitCode === 'number' ? error.exitCode : null,
    signal: typeof error.signal === 'string' ? error.signal : null,
    ...causes.described(error.cause ?? error),
  }
}
