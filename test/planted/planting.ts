/** Plants a bug in a copy of protocol, engine and protocols, and looks for it with the simulation. */
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Bug } from './bugs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const search = fileURLToPath(new URL('search.ts', import.meta.url))
/** A search in which nothing moves any more has found something as well. */
const patienceMs = 90_000

export interface Found {
  /** Seeds that were looked at, the one that showed it included; null: none did. */
  readonly seed: number | null
  readonly wrong: string | null
}

/** Null: no bug is planted. */
export async function searchFor(bug: Bug | null, seeds: number): Promise<Found> {
  using copy = copyOfSources()
  if (bug !== null) plant(copy.path, bug)
  return await look(copy.path, seeds)
}

function copyOfSources(): { readonly path: string } & Disposable {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-planted-')))
  mkdirSync(join(path, 'node_modules', '@sigma'), { recursive: true })
  for (const name of ['protocol', 'engine', 'protocols']) {
    const folder = join(path, 'packages', name)
    cpSync(join(root, 'packages', name), folder, { recursive: true, filter: (file) => !file.endsWith('.test.ts') })
    symlinkSync(folder, join(path, 'node_modules', '@sigma', name))
  }
  for (const name of ['zod', 'picomatch'])
    symlinkSync(join(root, 'node_modules', name), join(path, 'node_modules', name))
  cpSync(search, join(path, 'search.ts'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

function plant(folder: string, bug: Bug): void {
  writeFileSync(join(folder, 'packages', bug.file), planted(bug))
}

/** The text of the bug's file with the bug in it. Fails where the bug's place is not to be found, or not clear. */
export function planted({ name, file, from, to }: Bug): string {
  const parts = readFileSync(join(root, 'packages', file), 'utf8').split(from)
  if (parts.length !== 2)
    throw new Error(`"${name}" is to be planted where ${file} has its text once; it has it ${parts.length - 1} times.`)
  return parts.join(to)
}

function look(folder: string, seeds: number): Promise<Found> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'search.ts', `${seeds}`], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [told, erred]: [Buffer[], Buffer[]] = [[], []]
  child.stdout.on('data', (part: Buffer) => told.push(part))
  child.stderr.on('data', (part: Buffer) => erred.push(part))
  let patience = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (_, signal) => {
      clearTimeout(patience)
      const lines = Buffer.concat(told).toString().trim().split('\n')
      const seed = Number(lines.findLast((line) => line.startsWith('seed '))?.slice(5) ?? 1)
      const last = lines.at(-1) ?? ''
      if (last.startsWith('{')) resolve(JSON.parse(last))
      else if (signal === 'SIGKILL') resolve({ seed, wrong: 'nothing moves any more' })
      else resolve({ seed, wrong: `it broke: ${Buffer.concat(erred).toString().slice(0, 300)}` })
    })
    child.stdout.on('data', () => {
      clearTimeout(patience)
      patience = setTimeout(() => child.kill('SIGKILL'), patienceMs)
    })
  })
}
