/** Has a program of Sigma's stand between tests and the source that they call, in a checkout of its own. */
import { randomBytes, randomUUID } from 'node:crypto'
import { realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { layMoved } from '../altered/moving.ts'
import type { Bench } from '../benches/bench.ts'
import { programAt } from '../runners/programs.ts'
import { readText } from '../runners/test-files.ts'
import { recordedSource } from './recorded-source.ts'
import { shownAs } from './shown-as.ts'

/** A program, what it is called there, and what it is told beside where its lines go. */
export interface Standing {
  readonly program: 'replay-recorder.cjs' | 'altering.cjs'
  readonly makes: 'recorder' | 'altering'
  readonly told: Readonly<Record<string, unknown>>
  /** A test file, which stacks show in its place. */
  readonly file: string
}

export interface StandingIn {
  /** Absolute path of the module that the source loads. */
  readonly module: string
  /** A name that no text of the project has. */
  readonly name: string
  /** Source files before which nothing can stand. */
  readonly unread: readonly string[]
  /** Signs the lines that `account` gives. */
  readonly key: string
  readonly account: () => Promise<string>
}

export async function standIn(
  { checkout, runner, texts }: Bench,
  sources: readonly string[],
  { program, makes, told, file }: Standing,
): Promise<StandingIn> {
  const root = await realpath(checkout.path)
  const [account, key] = [join(checkout.scratch, `${randomUUID()}.jsonl`), randomUUID()]
  const module = join(checkout.scratch, `${randomUUID()}.cjs`)
  const given = { ...told, roots: [...new Set([root, checkout.path])], account, key }
  const shown = { program: programAt(program), file: join(root, file), isUrl: runner.name !== 'jest' }
  await writeFile(module, shownAs(shown, `.${makes}(${JSON.stringify(given)})`))
  const name = `k${randomBytes(6).toString('hex')}`
  const unread: string[] = []
  for (const [source, own] of await texts(sources)) {
    const recorded = recordedSource(source, own, { recorder: module, name })
    if (recorded === null) unread.push(source)
    else await layMoved(root, source, own, recorded)
  }
  return { module, name, unread, key, account: async () => await readText(account) }
}
