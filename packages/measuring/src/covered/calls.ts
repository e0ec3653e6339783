/** Which functions of the source were called in a run, whatever the form of its coverage. */
import type { CoverageFolder } from './coverage-folder.ts'
import { isUnreadable } from './coverage-report.ts'
import { readIstanbul } from './istanbul-report.ts'
import { type ProcessCoverage, readV8, type ScriptCoverage } from './v8.ts'

/** By function, to be compared with those of another run. */
export type Calls = ReadonlyMap<string, number>

/** Null: what the run left cannot be read, or it left nothing. */
export async function readCalls(
  folder: CoverageFolder,
  root: string,
  testFile: string,
  isSource: (path: string) => boolean,
): Promise<Calls | null> {
  const profiles = await readV8(folder, root)
  const instrumented = await readIstanbul(folder, root)
  if (profiles === null || (profiles.length === 0 && isUnreadable(instrumented))) return null
  const calls = new Map(callsInV8(profiles, testFile, isSource))
  if (isUnreadable(instrumented)) return calls
  for (const [path, { fnMap, f }] of instrumented.functions(isSource)) {
    for (const [key, { name, loc }] of Object.entries(fnMap)) {
      calls.set(`${path}:${loc.start.line}:${loc.start.column}:${name}`, f[key] ?? 0)
    }
  }
  return calls
}

/** Functions that transformers put around a module: its body as jest 29 runs it, and helpers of imports and re-exports. */
const wrapping =
  /^(Object\.<anonymous>|_interopRequire\w+|_getRequireWildcardCache|__(import|export|create|setModule)\w+)$/

/** The body of a module counts only in a process that did not load the test: there somebody ran a program of the project. */
function callsInV8(profiles: readonly ProcessCoverage[], testFile: string, isSource: (path: string) => boolean): Calls {
  const calls = new Map<string, number>()
  for (const { scripts } of profiles) {
    const inTest = scripts.has(testFile)
    for (const [path, script] of scripts) {
      if (!isSource(path)) continue
      const exports = exportsOfSwc(script)
      for (const { functionName, ranges } of script.functions) {
        const [whole] = ranges
        if (exports.has(functionName)) continue
        const isModule = (functionName === '' && whole?.startOffset === 0) || wrapping.test(functionName)
        if (whole === undefined || (isModule && inTest)) continue
        const name = `${path}:${whole.startOffset}:${functionName}`
        calls.set(name, (calls.get(name) ?? 0) + whole.count)
      }
    }
  }
  return calls
}

/** SWC has each export read by a getter, written one after the other behind its `_export`: to read it is no call. */
function exportsOfSwc({ functions }: ScriptCoverage): ReadonlySet<string> {
  const at = functions.findIndex(({ functionName }) => functionName === '_export')
  const behind = at < 0 ? [] : functions.slice(at + 1).map(({ functionName }) => functionName)
  const end = behind.findIndex((name) => !name.startsWith('get '))
  return new Set(at < 0 ? [] : ['_export', ...(end < 0 ? behind : behind.slice(0, end))])
}
