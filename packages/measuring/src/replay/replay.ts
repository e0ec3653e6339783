/**
 * The bare replay: calls that tests made of changed source are made again where no test is. What answers otherwise there behaves
 * as it does because it is tested, unless chance or time is at work, or something that was not recorded.
 */
import type { Finding, Project } from '@sigma/protocol'
import { openBench, type Tools } from '../benches/bench.ts'
import type { Replayed } from '../evidence.ts'
import { bounded } from '../text.ts'
import { type Reasons, refuse } from '../verdicts/reasons.ts'
import type { Again, Called, Session } from './account.ts'
import { type CalledFile, callBare } from './bare-calls.ts'
import { type BareTree, bareTree, sortedFiles } from './bare-tree.ts'
import { type GivenFiles, givenFiles } from './given-files.ts'
import { callNear } from './near-calls.ts'
import { inOtherOrder, type OtherOrder } from './other-order.ts'
import { isModule, type Recorded, type Recordings, record } from './recording.ts'
import { type Answers, often, type Refusable, refusable } from './refusable.ts'

export interface ReplayResult {
  /** Refused by `differs-under-test`, `depends-on-order` or `replayed-below-floor`. */
  readonly reasons: Reasons
  /** For the evidence; null: no call was recorded. */
  readonly replayed: Replayed | null
}

/** How often calls are made in each of two orders before it counts that they answer otherwise in the other. */
const oftenOrdered = 4

export async function replay(
  tools: Tools,
  project: Project,
  recorded: Recorded,
  first: Recordings,
  signal: AbortSignal,
): Promise<ReplayResult> {
  const { made = [], unmade = [] } = Object.groupBy(first.sessions, (each) =>
    callsIn(each).some(({ unknown }) => unknown === undefined) ? 'made' : 'unmade',
  )
  const told: Told[] = unmade.flatMap((each) => callsIn(each).map(({ unknown = null }) => ({ why: unknown })))
  if (made.length === 0) {
    const replayed = summed(told, first)
    return { reasons: refuse(...tooFew(project, replayed)), replayed }
  }
  await using bench = await openBench(tools, project, { commit: recorded.commit }, signal)
  const texts = await bench.texts(recorded.sources)
  const files = [...texts].map(([file, text]): CalledFile => ({ file, isModule: isModule(file, text) }))
  await using tree = await bareTree(bench, project)
  const bareIn =
    (own: BareTree, given: GivenFiles | null): Ways['bare'] =>
    async ({ events, histories = [] }) =>
      await callBare(
        tools,
        project,
        bench,
        own,
        { events, alone: histories, files: calledIn(events, files), given },
        signal,
      )
  const waysWith = (given: GivenFiles | null): Ways => ({
    // In a tree of its own, which has no file that source wrote in an earlier try.
    bare: async (session) => {
      await using own = await bareTree(bench, project, tree)
      return await bareIn(own, given)(session)
    },
    near: async (session) =>
      await callNear(
        tools,
        project,
        {
          commit: recorded.commit,
          limitMs: recorded.limitMs,
          session,
          given,
          files: calledIn(session.events, files).map(({ file }) => file),
        },
        signal,
      ),
  })
  const isRun = new Set(bench.testFiles)
  const namable = { ...sortedFiles(bench, project), isRun: (file: string) => isRun.has(file), folder: project.folder }
  const findings: Finding[] = []
  for (const session of made) {
    const plain = await bareIn(tree, null)(session)
    const given = differing(session, plain).size === 0 ? null : givenFiles(session.events, namable)
    const ways = waysWith(given)
    const once = given === null ? plain : await ways.bare(session)
    const other = recorded.isStateless === true ? await bareIn(tree, given)(inOtherOrder(session)) : null
    const suspects = differing(session, once)
    const all = new Map([...(other === null ? [] : differing(session, other)), ...suspects])
    const refused =
      all.size === 0
        ? new Map<number, Refusable>()
        : await refusableIn({ tools, project, recorded, signal }, session, all, ways)
    told.push(...toldOf(session, once, suspects, refused))
    findings.push(...findingsOf(session, refused))
    if (other !== null && refused.size === 0)
      findings.push(...onOrder(session, await differingByOrder(session, { once, other }, ways.bare)))
  }
  const replayed = summed(told, first)
  return { reasons: refuse(...findings, ...tooFew(project, replayed)), replayed }
}

/** Where the process ended early, none of the calls that it did not come to was answered. */
function differing(session: Session, { results, unloadable, isWhole, last }: Again): Answers {
  const found = new Map<number, string>()
  for (const [at, { same, found: answer = '' }] of results) if (same === false) found.set(at, answer)
  if (isWhole || (last === null && unloadable.size > 0)) return found
  const over = last === null ? 'its process ends while the source is loaded' : 'its process is over, or does not end'
  for (const { at, unknown } of callsIn(session))
    if (unknown === undefined && (at === last || !results.has(at))) found.set(at, `nothing: ${over}`)
  return found
}

const sameIn = ({ results, isWhole, last }: Again): ReadonlySet<number> =>
  new Set([...results].flatMap(([at, { same }]) => (same === true && (isWhole || at !== last) ? [at] : [])))

/** Calls of functions that answer as recorded in the order of the tests, and each time otherwise in another, or alone. */
async function differingByOrder(
  session: Session,
  { once, other }: { readonly once: Again; readonly other: Again },
  bare: Ways['bare'],
): Promise<Answers> {
  const order = inOtherOrder(session)
  const isFunction = new Set(
    callsIn(session).flatMap(({ at, what }) => (what?.[0] === 'export' && what.at(-1) !== 'new' ? [at] : [])),
  )
  const same = sameIn(once)
  let left = new Map([...differing(session, other)].filter(([at]) => isFunction.has(at) && same.has(at)))
  for (let count = 1; count < oftenOrdered && left.size > 0; count += 1) {
    const [again, straight] = [differing(session, await bare(order)), sameIn(await bare(session))]
    left = new Map([...left].filter(([at]) => again.has(at) && straight.has(at)))
  }
  return left
}

interface Stage {
  readonly tools: Tools
  readonly project: Project
  readonly recorded: Recorded
  readonly signal: AbortSignal
}

interface Ways {
  readonly bare: (session: Session & Partial<OtherOrder>) => Promise<Again>
  readonly near: (session: Session) => Promise<Again>
}

async function refusableIn(
  { tools, project, recorded, signal }: Stage,
  session: Session,
  suspects: Answers,
  { bare, near }: Ways,
): Promise<ReadonlyMap<number, Refusable>> {
  return await refusable(suspects, {
    bare: async () => sameIn(await bare(session)),
    near: async () => sameIn(await near(session)),
    again: async () => {
      const { sessions } = await record(tools, project, recorded, signal)
      const second = sessions.find(({ file }) => file === session.file)
      const answers = second === undefined ? new Map<number, string>() : answersIn(second)
      return new Set([...answersIn(session)].flatMap(([at, said]) => (answers.get(at) === said ? [at] : [])))
    },
  })
}

/** What was asked and answered, by the numbers of calls. */
function answersIn({ events }: Session): ReadonlyMap<number, string> {
  const answers = new Map<number, string>()
  for (const each of events) {
    if (!('at' in each)) continue
    const said =
      each.event === 'called' ? [each.what, each.given] : [each.event, 'value' in each ? each.value : each.now]
    answers.set(each.at, `${answers.get(each.at) ?? ''}${JSON.stringify(said)}`)
  }
  return answers
}

function onOrder(session: Session, differing: Answers): readonly Finding[] {
  const [first] = [...differing].toSorted(([a], [b]) => a - b)
  if (first === undefined) return []
  const [at, found] = first
  const call = callsIn(session).find((each) => each.at === at)
  return [
    {
      rule: 'depends-on-order',
      message: `${nameOf(call)}(${bounded(call?.words ?? '', 120)}) gives ${bounded(saidOf(session, at), 200)} in the order of ${session.file}, and ${bounded(found, 200)} where the same calls come in another order, or it comes alone; the design names no state.`,
      remedy:
        'Let the answer depend on what is given alone; where it may depend on what came before, a person says so in the design.',
    },
  ]
}

function tooFew({ replayed: least }: Project, { calls, compared, others }: Replayed): readonly Finding[] {
  const share = calls === 0 ? 0 : Math.floor((100 * compared) / calls)
  if (least === undefined || share >= least) return []
  const [first] = others
  return [
    {
      rule: 'replayed-below-floor',
      message: `${compared} of ${calls} calls of the new tests were made again where no test is (${share} %); at least ${least} % are wanted.${first === undefined ? '' : ` The others: ${first.why}.`}`,
      remedy:
        'Let tests give the source values rather than functions and streams, and leave time and environment as they are.',
    },
  ]
}

const callsIn = ({ events }: Session): readonly Called[] => events.filter((each) => each.event === 'called')

function calledIn(events: Session['events'], files: readonly CalledFile[]): readonly CalledFile[] {
  const named = new Set(
    events.flatMap((each) => (each.event === 'called' && each.what?.[0] === 'export' ? [each.what[1]] : [])),
  )
  return files.filter(({ file }) => named.has(file))
}

interface Told {
  /** Null: its answer was compared. */
  readonly why: string | null
}

function toldOf(
  session: Session,
  { results, unloadable }: Again,
  suspects: Answers,
  refused: ReadonlyMap<number, Refusable>,
): readonly Told[] {
  const broken = [...unloadable].map(([file, why]) => `${file} cannot be loaded by itself: ${why}`)[0]
  return callsIn(session).map(({ at }) => {
    if (suspects.has(at) && !refused.has(at))
      return { why: 'it answers otherwise by chance, or by what is not recorded' }
    const result = results.get(at)
    if (result?.same !== undefined) return { why: null }
    return { why: broken ?? result?.why ?? 'it was not made again' }
  })
}

function summed(told: readonly Told[], { unread }: Recordings): Replayed {
  const whys = [
    ...told.flatMap(({ why }) => why ?? []),
    ...unread.map((file) => `${file} is not recorded: its text cannot be read`),
  ]
  const others = [...Map.groupBy(whys, (why) => why)].map(([why, all]) => ({
    why: bounded(why, 300),
    calls: all.length,
  }))
  return { calls: told.length, compared: told.filter(({ why }) => why === null).length, others: others.slice(0, 20) }
}

function findingsOf(session: Session, refused: ReadonlyMap<number, Refusable>): readonly Finding[] {
  const [first] = [...refused].toSorted(([a], [b]) => a - b)
  if (first === undefined) return []
  const [at, { found, otherwise }] = first
  const call = callsIn(session).find((each) => each.at === at)
  const said = saidOf(session, at)
  const times = otherwise === often.bare ? '' : ` in ${otherwise} of ${often.bare} tries`
  const more = refused.size === 1 ? '' : ` So do ${refused.size - 1} further calls.`
  return [
    {
      rule: 'differs-under-test',
      message: `${nameOf(call)}(${bounded(call?.words ?? '', 120)}) gives ${bounded(said, 200)} while ${session.file} runs, and ${bounded(found, 200)} where no test is near${times}.${more}`,
      remedy:
        'Let the source do the same whether tests run or not; what must differ, such as a port, is passed in by who starts it.',
    },
  ]
}

function saidOf({ events }: Session, at: number): string {
  const answer = events.findLast((each) => 'said' in each && 'at' in each && each.at === at)
  return answer !== undefined && 'said' in answer ? answer.said : ''
}

function nameOf(call: Called | undefined): string {
  const [kind, ...names] = call?.what ?? []
  const shown = (each: unknown): string => (Array.isArray(each) ? `[${String(each[0])}]` : String(each))
  if (kind === 'on') return `a result's ${shown(names[1])}`
  if (kind !== 'export') return 'a function that it gave back'
  return `${String(names[0])}: ${names
    .slice(1)
    .filter((each) => each !== '')
    .map(shown)
    .join(' ')}`
}
