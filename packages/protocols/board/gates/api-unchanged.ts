/** These files export what they exported, by name and as far as declarations tell by form. */
import {
  all,
  cannotJudge,
  type ExportChange,
  handedOn,
  isCode,
  listed,
  noReasons,
  type Reasons,
  refuse,
  surfaceChanges,
} from '@sigma/measuring'
import type { Finding } from '@sigma/protocol'
import type { DecisionCheck } from '../machine/calls.ts'
import { byAPerson, type Seen, type Work } from './checked.ts'

type ApiCheck = Extract<DecisionCheck, { readonly kind: 'api-unchanged' }>

export async function apiUnchanged(check: ApiCheck, { world, base, commit, acts }: Work): Promise<Seen> {
  acts('comparing exports')
  const { checkouts } = world
  const before = await sourcesAt(checkouts, base, check.files)
  const after = await sourcesAt(checkouts, commit, check.files)
  const judged = check.files.map((file) => judgedFile(file, before, after))
  return {
    check,
    reasons: all(...judged.map(({ reasons }) => reasons)),
    by: judged.map(({ file, changes }) => ({ file, changes: changes.map(({ name, how }) => `${name} ${how}`) })),
  }
}

type Sources = ReadonlyMap<string, string>

/** The files with those whose exports they hand on. */
async function sourcesAt(
  checkouts: Work['world']['checkouts'],
  commit: string,
  files: readonly string[],
): Promise<Sources> {
  const there = new Set(await checkouts.files(commit))
  const sources = new Map<string, string>()
  const left = files.filter((file) => there.has(file))
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (sources.has(file)) continue
    const text = new TextDecoder().decode((await checkouts.read(commit, file)) ?? new Uint8Array())
    sources.set(file, text)
    if (isReadable(file)) left.push(...handedOn(file, text, there).filter((each) => !sources.has(each)))
  }
  return sources
}

/** Declarations alone are read as well: they are what others see. */
const isReadable = (file: string): boolean => isCode(file) || /\.d\.[cm]?ts$/.test(file)

interface JudgedFile {
  readonly file: string
  readonly changes: readonly ExportChange[]
  readonly reasons: Reasons
}

function judgedFile(file: string, before: Sources, after: Sources): JudgedFile {
  const unjudged = (why: string): JudgedFile => ({ file, changes: [], reasons: cannotJudge(unknownApi(file, why)) })
  if (!isReadable(file)) return unjudged('it is neither JavaScript nor TypeScript')
  if (!before.has(file)) return unjudged('the commit that the task began on has no such file')
  if (!after.has(file)) return { file, changes: [], reasons: refuse(changedApi(file, ['the file is gone'])) }
  const changes = surfaceChanges(file, before, after)
  if (changes === null) return unjudged('what it exports shows only when it runs, or it cannot be parsed')
  const hows = changes.map(({ name, how }) => `${name} ${how}`)
  return { file, changes, reasons: hows.length === 0 ? noReasons : refuse(changedApi(file, hows)) }
}

const changedApi = (file: string, hows: readonly string[]): Finding => ({
  rule: 'decided-api-changed',
  message: `It was decided that ${file} exports what it did: ${listed(hows, 5)}.`,
  remedy: `Let ${file} export exactly what it did. ${byAPerson}`,
})

const unknownApi = (file: string, why: string): Finding => ({
  rule: 'decided-api-unknown',
  message: `It was decided that ${file} exports what it did, which cannot be judged: ${why}.`,
  remedy: `Name exports of ${file} one by one, in code that can be parsed. ${byAPerson}`,
})
