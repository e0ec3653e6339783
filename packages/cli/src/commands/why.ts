import {
  type Course,
  familyCourseOf,
  isAs,
  notesIn,
  type Placed,
  type PlacedAs,
  type Reader,
  type RunView,
  type Words,
  wordsOf,
} from '@sigma/engine'
import { parseEvidence } from '@sigma/measuring/evidence'
import type { BlobRef, Finding } from '@sigma/protocol'
import { kits } from '@sigma/protocols'
import { type ExitCode, noSuchEvidence, noSuchUnit, severalBlobs } from '../errors.ts'
import { shortName } from '../evidence/blob-name.ts'
import { printPatch } from '../evidence/diff-text.ts'
import { blobText, type Sight, stepText } from '../evidence/evidence.ts'
import { testSets } from '../evidence/test-sets.ts'
import { legibleLine, nameText, shellWord } from '../printable.ts'
import { locate } from '../project/place.ts'
import { indent } from '../render/columns.ts'
import { wrap } from '../render/facts.ts'
import { findingsText } from '../render/finding.ts'
import { lineOf, lineText, noteLine, stepOf } from '../render/story.ts'
import { partName } from '../runs/part-name.ts'
import { runsAndModules } from '../runs/proposals.ts'
import { runReaderOf } from '../runs/reader.ts'
import { placedCourse } from '../runs/span.ts'
import { type Subject, subjectOf } from '../runs/subject.ts'
import { print, printJson, type World } from '../world.ts'
import { command, type FlagsOf } from './command.ts'
import { jsonFlag, toggle, word } from './flags.ts'

const flags = {
  all: toggle('Every attempt, not only the latest of each step'),
  evidence: toggle('All that was kept of every step, of those that passed too'),
  sarif: toggle('What the checks of a run found, as SARIF 2.1.0'),
  json: jsonFlag,
}

export const whyCommand = command({
  brief: 'Explain refusals and passes: rule, evidence, way out',
  about:
    'Explains why a unit of work (C1, or what its plan calls it), a step of it (C1.green.check) or a whole run was refused, with the path it took. Of one step, and with --evidence of each, it shows all that was kept, passed or refused: what ran and what it printed, the tests by what became of them, coverage, changes, hashes. Names of units and steps mean the latest run; <run>/C1 names another. What is kept has a name, its hash: sigma why <name> prints it whole. With --sarif it prints what the checks of a run found, for programs that read SARIF.',
  flags,
  takes: [word('Unit, step or run, or the name of evidence', 'unit|step|run|evidence', runsAndModules)],
  plays: async ({ world }, flags, word): Promise<ExitCode> => {
    using reader = runReaderOf(locate(world).folder)
    if (flags.sarif) {
      const { printSarif } = await import('../findings/print-sarif.ts')
      await printSarif(world, reader, word)
      return 0
    }
    const asking = { world, reader, flags, word }
    const subject = subjectOf(world, reader, word)
    const blob = 'events' in subject ? null : blobNamed(reader, word)
    if ('events' in subject) explain(asking, subject)
    else if (blob !== null) showBlob(asking, blob)
    else if (/^sha256:/i.test(word)) throw noSuchEvidence(word)
    else throw noSuchUnit(subject.word, subject.run.run, subject.nearest, 'sigma why')
    return 0
  },
})

interface Asking {
  readonly world: World
  readonly reader: Reader
  readonly flags: FlagsOf<typeof flags>
  readonly word: string
}

/** What closes a step; the others begin one, or say what followed from it. */
type Step = PlacedAs<'answered' | 'failed' | 'judged' | 'conflicted' | 'called'>
type Closing = Step['recorded']['event']

function blobNamed(reader: Reader, word: string): BlobRef | null {
  const [, hash] = /^(?:sha256:)?([0-9a-f]{6,64})$/i.exec(word) ?? []
  if (hash === undefined) return null
  const names = reader.blobsBeginning(hash.toLowerCase())
  if (names.length > 1) throw severalBlobs(word, names.map(shortName))
  return names[0] ?? null
}

function showBlob({ world, reader, flags: { json } }: Asking, name: BlobRef): void {
  const content = reader.blob(name)
  const text = blobText(content)
  if (json) printJson(world, { name, bytes: content.length, content: new TextDecoder().decode(content) })
  else if (text.startsWith('diff --git ')) printPatch(world, text)
  else print(world, text)
}

function explain({ world, reader, flags, word }: Asking, { run, course, events, isStep }: Subject): void {
  const whole = flags.evidence || isStep
  const steps = events.filter(isClosing)
  const refusals = chosen(steps.filter(isRefusal), flags)
  const shown =
    flags.json || whole
      ? steps.filter((step) => refusals.includes(step) || chosen(steps, flags).includes(step))
      : refusals
  if (flags.json) {
    printJson(world, {
      run: run.run,
      subject: word,
      refusals: refusals.map(({ recorded: { envelope, event } }) => {
        const { at, sequence } = envelope
        return { at, sequence, ...event }
      }),
      steps: shown.map((step) => stepAsJson(reader, course, step, whole)),
    })
    return
  }
  const width = Math.max(60, world.stdout.columns) - 2
  const words = wordsOf(kits, run)
  const sight: Sight = { extent: whole ? 'whole' : 'brief', width, blob: (ref) => reader.blob(ref) }
  const parts = isStep ? [] : refusingParts(reader, run, events)
  if (refusals.length + parts.length === 0) print(world, `Nothing of ${word} was refused.`)
  for (const step of shown) print(world, `${textOf(step, words, handoffOf(course, step), sight)}\n`)
  if (!isStep) {
    for (const { id, consult } of reader.inbox(run.run))
      print(
        world,
        [
          `${consult.status}: ${id}`,
          indent(legibleLine(consult.question, 320)),
          ...linesOf(findingsText(consult.reasons, legibleLine), width),
          '',
        ].join('\n'),
      )
  }
  if (whole && shown.length > 0) print(world, 'What has a name is printed whole by: sigma why <name>\n')
  if (!whole && steps.length > 0)
    print(world, `All that was kept, of passes too: sigma why ${shellWord(word)} --evidence\n`)
  print(world, `the path of ${word} in ${run.run}:`)
  const began = Date.parse(run.startedAt)
  for (const event of events) {
    const line = lineOf(event, began, words)
    if (line !== null) print(world, lineText({ ...line, details: [] }))
  }
  const told = isStep ? [] : notesIn(familyCourseOf(reader, run.run)).filter(({ type }) => type === 'unwritten')
  for (const note of told) print(world, lineText(noteLine(note, began)))
  if (parts.length > 0) print(world, '')
  for (const part of parts) {
    const name = partName(run, part)
    print(world, `refused in its run ${part.run}${name === '' ? '' : ` (${nameText(name)})`}: sigma why ${part.run}`)
  }
}

/** Runs that the events tell of, and those that are not over, in which something was refused. */
function refusingParts(reader: Reader, { run }: RunView, events: readonly Placed[]): readonly RunView[] {
  const told = new Set(events.flatMap(({ recorded: { event } }) => (event.kind === 'ended' ? [event.run] : [])))
  const parts = reader.family(run).flatMap((each) => (each === run ? [] : (reader.run(each) ?? [])))
  return parts
    .filter((part) => told.has(part.run) || part.status !== 'ended')
    .filter((part) => {
      const placed = placedCourse(reader, part).entries.flatMap((each) => (each.kind === 'event' ? [each.placed] : []))
      return placed.filter(isClosing).some(isRefusal)
    })
}

function isClosing(placed: Placed): placed is Step {
  return isAs(placed, ['answered', 'failed', 'judged', 'conflicted', 'called'])
}

/** A turn that was interrupted is asked again, and nothing was refused. Of calls a subject has those alone that did not count. */
function isRefusal({ recorded: { event } }: Step): boolean {
  return (
    event.kind === 'called' ||
    (event.kind === 'failed' && event.cause !== 'interrupted') ||
    (event.kind === 'judged' && event.verdict !== 'pass')
  )
}

/** All of them, or of each step the latest. */
function chosen(steps: readonly Step[], { all }: Asking['flags']): readonly Step[] {
  return all ? steps : [...new Map(steps.map((step) => [idOf(step.recorded.event), step])).values()]
}

const idOf = (event: Closing): string => (event.kind === 'called' ? `call ${event.call}` : event.id)

/** What the agent of that attempt was sent. */
function handoffOf({ turns }: Course, { recorded: { envelope } }: Step): BlobRef | null {
  return turns.find(({ attempt }) => attempt === envelope.attempt)?.begun?.brief ?? null
}

function textOf(step: Step, words: Words, handoff: BlobRef | null, sight: Sight): string {
  const { envelope, event } = step.recorded
  const findings = findingsText(findingsOf(step, words))
  return [
    `${stepOf(step)}: ${outcomeOf(event)}  (event ${envelope.sequence}, ${envelope.at})`,
    ...linesOf(findings, sight.width),
    ...(event.kind === 'called' ? [] : [indent(stepText(event, handoff, sight))]),
  ].join('\n')
}

const linesOf = (findings: readonly string[], width: number): readonly string[] =>
  findings.flatMap((finding) =>
    finding.split('\n').flatMap((line) => wrap(line, width - 2).map((each) => indent(each))),
  )

function findingsOf({ recorded: { event }, result }: Step, words: Words): readonly Finding[] {
  if (event.kind === 'called') return words.call?.({ ...event, result }).refused ?? []
  return event.kind === 'failed' || event.kind === 'judged' ? event.findings : []
}

function outcomeOf(event: Closing): string {
  switch (event.kind) {
    case 'called':
      return `a call of ${event.caller} did not count`
    case 'answered':
      return `answered →${event.code}`
    case 'failed':
      return `failed (${event.cause})`
    case 'conflicted':
      return 'conflict'
    case 'judged':
      return { pass: 'passed', fail: 'refused', unknown: 'could not be judged' }[event.verdict]
  }
}

function stepAsJson(reader: Reader, course: Course, step: Step, whole: boolean): object {
  const { envelope, event } = step.recorded
  const { at, sequence, attempt } = envelope
  const handoff = event.kind === 'answered' || event.kind === 'failed' ? { handoff: handoffOf(course, step) } : {}
  const evidence = event.kind === 'judged' && whole ? parseEvidence(reader.blob(event.evidence)) : null
  return {
    at,
    sequence,
    attempt,
    ...event,
    ...handoff,
    ...(evidence !== null && { measured: { ...evidence, sets: testSets(evidence) } }),
  }
}
