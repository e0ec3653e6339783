/**
 * Decisions as files in the data folder, for programs and editors: each holds what is asked, and is answered by naming an
 * option in it. Only where agents are confined: without the sandbox an agent could answer there in a person's place.
 */
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Decision, type Host, type Opening, type Reader, SigmaError, sha256 } from '@sigma/engine'
import type { Json } from '@sigma/protocol'
import { z } from 'zod'
import { failureOf } from '../errors.ts'
import { printableLine } from '../printable.ts'
import { answeringOf } from '../render/answering.ts'
import type { Leads } from '../render/decision-text.ts'
import { rootOf } from '../runs/runs.ts'
import { leadsOf } from './leads.ts'

const answerSchema = z.looseObject({
  id: z.string(),
  option: z.string().nullable(),
  input: z.json().default(null),
})

export interface DecisionFilesSpec extends Pick<Opening, 'onCommitted' | 'onClosing'>, Pick<Host, 'decide' | 'resume'> {
  readonly reader: Pick<Reader, 'ahead' | 'inbox' | 'run' | 'verdicts'>
  /** The data folder. */
  readonly folder: string
  /** Name of the user, under which a decision that was taken in a file is recorded. */
  readonly person: string
}

/** How often the files are looked at for an answer, in milliseconds. */
const lookMs = 1_000
const mostBytes = 64 * 1024

/** Keeps the files as long as the host is there; an answer that was given while none was is taken by the next. */
export function decisionFiles({ reader, folder, person, ...host }: DecisionFilesSpec): void {
  const own = join(folder, 'decisions')
  const written = new Set<string>()

  function lay(decision: Decision): void {
    const name = nameOf(decision)
    if (written.has(name)) return
    written.add(name)
    // The folder may be there, and so may the file, perhaps with an answer; a project that was removed stays removed.
    unlessRefused(() => mkdirSync(own, { mode: 0o700 }))
    unlessRefused(() =>
      writeFileSync(join(own, name), textOf(decision, leadsOf(reader, decision), null), { flag: 'wx', mode: 0o600 }),
    )
  }

  function look(): void {
    const open = new Map(reader.inbox().map((decision) => [nameOf(decision), decision]))
    for (const decision of open.values()) lay(decision)
    for (const name of namesIn(own)) {
      const decision = open.get(name)
      if (decision !== undefined) take(name, decision)
      else {
        rmSync(join(own, name), { force: true })
        written.delete(name)
      }
    }
  }

  function take(name: string, decision: Decision): void {
    const answer = answerIn(join(own, name))
    if (answer === null || answer.option === null || answer.id !== decision.id) return
    try {
      host.decide({ id: decision.id, option: answer.option, input: answer.input, by: person })
      rmSync(join(own, name), { force: true })
      host.resume(rootOf(reader, decision.run))
    } catch (error) {
      if (!(error instanceof SigmaError)) throw error
      unlessRefused(() => replace(join(own, name), textOf(decision, leadsOf(reader, decision), error.message)))
    }
  }

  // A store that broke ends its host, which says so itself.
  host.onCommitted((run) => {
    failureOf(() => {
      for (const decision of reader.inbox(run)) lay(decision)
    })
  })
  const timer = setInterval(() => {
    if (failureOf(look) !== null) clearInterval(timer)
  }, lookMs)
  timer.unref()
  host.onClosing(() => clearInterval(timer))
}

/** The name of a decision’s file: its run, and a word that tells the run’s decisions apart. */
function nameOf({ run, id }: Pick<Decision, 'run' | 'id'>): string {
  const hash = sha256(id)
  return `${run}-${hash.slice(7, 15)}.json`
}

/** Does what the disk may refuse: a decision whose file cannot be written is still answered by a command. */
function unlessRefused(work: () => void): void {
  try {
    work()
  } catch {
    // `sigma inbox` shows it all the same.
  }
}

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'))
  } catch {
    return []
  }
}

function replace(file: string, text: string): void {
  writeFileSync(`${file}.part`, text, { mode: 0o600 })
  renameSync(`${file}.part`, file)
}

function textOf(decision: Decision, leads: Leads, refused: string | null): string {
  const { id, consult } = decision
  const asked = {
    id,
    question: printableLine(consult.question),
    options: consult.options.map(({ name, consequence, input }) => ({
      name,
      consequence: printableLine(consequence),
      ...(leads.has(name) && { leadsTo: leads.get(name) }),
      ...(input !== null && { input }),
    })),
    answering: answeringOf(decision),
    ...(refused !== null && { refused }),
    how: 'Put the name of an option in place of null, and save.',
    option: null,
    input: null,
  }
  return `${JSON.stringify(asked, null, 2)}\n`
}

/** Null: no plain file, or nothing that can be read yet. */
function answerIn(file: string): { readonly id: string; readonly option: string | null; readonly input: Json } | null {
  let opened: number | null = null
  try {
    opened = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const found = fstatSync(opened)
    if (!found.isFile() || found.size > mostBytes) return null
    const bytes = Buffer.alloc(found.size)
    const text = bytes.subarray(0, readSync(opened, bytes, 0, found.size, 0)).toString('utf8')
    return answerSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  } finally {
    if (opened !== null) closeSync(opened)
  }
}
