/** A copy of the sources with all mutants in it. Whatever a mutant removes or writes, it is not the user's. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Mutant, plant } from './plant.ts'

export const root: string = fileURLToPath(new URL('../..', import.meta.url))
/** Tests that play the TDD loop without its gates. */
const loop = ['machine', 'files', 'host'].map((room) => `packages/protocols/tdd/${room}`)

/** Where behaviour is taken out, and where the tests lie that may notice: those that run in the process that the mutant is in. */
export const areas: Readonly<Record<string, readonly string[]>> = {
  'packages/protocol/src/kernel/': ['packages/protocol/src', 'packages/engine/src', ...loop],
  'packages/measuring/src/': ['packages/measuring/src', 'packages/protocols/tdd/gates'],
  'packages/protocols/tdd/gates/': ['packages/protocols/tdd/gates'],
  'packages/runtime/src/workspace/': ['packages/runtime/src/workspace'],
}

export interface Copy extends Disposable {
  readonly path: string
  readonly mutants: readonly Mutant[]
}

export function copyWithMutants(): Copy {
  const base = mkdtempSync('/var/tmp/sigma-mutants-')
  for (const folder of ['tmp', 'home', 'node_modules/@sigma']) mkdirSync(join(base, folder), { recursive: true })
  for (const folder of ['packages', 'scripts', 'test', 'examples', 'docs', 'schemas', 'benchmarks'])
    cpSync(join(root, folder), join(base, folder), { recursive: true, verbatimSymlinks: true })
  for (const file of ['package.json', 'tsconfig.base.json', 'README.md', 'ARCHITECTURE.md'])
    cpSync(join(root, file), join(base, file))
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@sigma' && !name.startsWith('.vite'))
      symlinkSync(join(root, 'node_modules', name), join(base, 'node_modules', name))
  for (const name of readdirSync(join(root, 'packages')))
    symlinkSync(join(base, 'packages', name), join(base, 'node_modules/@sigma', name))
  return { path: base, mutants: plantAll(base), [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }) }
}

function plantAll(base: string): readonly Mutant[] {
  const mutants: Mutant[] = []
  for (const area of Object.keys(areas)) {
    for (const name of readdirSync(join(base, area), { recursive: true, encoding: 'utf8' }).sort()) {
      if (!name.endsWith('.ts') || name.endsWith('.test.ts') || name.startsWith('fixture/')) continue
      const path = join(base, area, name)
      const planted = plant(area + name, readFileSync(path, 'utf8'), mutants.length)
      writeFileSync(path, planted.text)
      mutants.push(...planted.mutants)
    }
  }
  return mutants
}
