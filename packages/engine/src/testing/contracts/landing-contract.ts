/** What all workspaces do with work that is put into the person's repository. */
import type { IntegrateSpec, Integration } from '../../ports/ports.ts'
import { isRefused, type Trial } from './contract.ts'
import type { WorkspacesTrial } from './workspaces-trial.ts'

const main = 'refs/heads/main'
const rules = { documents: [], writes: ['src/**'], guarded: [], message: 'Turn', trailers: {} }

/** A commit of a workspace of its own, in which one file was written. */
async function made({ workspaces, write }: WorkspacesTrial, name: string, file: string, base: string): Promise<string> {
  const place = { run: 'r1', workspace: name, base, ...rules }
  const { path } = await workspaces.prepare(place)
  write(path, file, `${name}\n`)
  const intake = await workspaces.intake(place)
  return intake.kind === 'committed' ? intake.commit : intake.kind
}

async function landed(
  trial: WorkspacesTrial,
  spec: Partial<IntegrateSpec> & Pick<IntegrateSpec, 'branches'>,
): Promise<Integration> {
  return await trial.workspaces.integrate({
    run: 'r1',
    message: 'Land',
    trailers: {},
    branch: 'a1',
    from: trial.base,
    ...spec,
  })
}

const named = (...commits: readonly string[]): IntegrateSpec['branches'] =>
  commits.map((commit, at) => ({ name: `C${at + 1}`, commit }))

async function filesAt({ workspaces, files }: WorkspacesTrial, commit: string | null): Promise<unknown> {
  const { path } = await workspaces.prepare({ run: 'r1', workspace: 'look', base: commit ?? '', documents: [] })
  const { 'src/a.js': a, 'src/b.js': b, 'src/c.js': c } = files(path)
  return { a, b, c }
}

export const landing: readonly Trial<WorkspacesTrial>[] = [
  {
    name: 'work lands as one new commit on a branch of Sigma’s, the same however often it is asked for',
    expected: { isNew: true, isSame: true, branch: true, files: { a: 'one\n', b: 'two\n' } },
    run: async (trial) => {
      const one = await made(trial, 'one', 'src/a.js', trial.base)
      const two = await made(trial, 'two', 'src/b.js', one)
      const ends = [await landed(trial, { branches: named(two) }), await landed(trial, { branches: named(two) })]
      const [first, second] = ends.map((end) => (end.kind === 'integrated' ? end.commit : end.kind))
      const branch = trial.branch('sigma/a1')
      return {
        isNew: first !== one && first !== two && first !== trial.base,
        isSame: first === second,
        branch: branch === first,
        files: await filesAt(trial, branch),
      }
    },
  },
  {
    name: 'where nothing came about nothing is committed, and no branch is made',
    expected: [true, null],
    run: async (trial) => {
      const end = await landed(trial, { branches: named(trial.base) })
      return [end.kind === 'integrated' && end.commit === trial.base, trial.branch('sigma/a1')]
    },
  },
  {
    name: 'what landed before is merged in, and the branch holds all of it',
    expected: { a: 'own\n', b: 'child\n', c: 'other\n' },
    run: async (trial) => {
      const children: string[] = []
      for (const [name, file] of [
        ['child', 'src/b.js'],
        ['other', 'src/c.js'],
      ] as const) {
        const end = await landed(trial, { branches: named(await made(trial, name, file, trial.base)), branch: name })
        children.push(end.kind === 'integrated' ? end.commit : end.kind)
      }
      await landed(trial, { branches: named(await made(trial, 'own', 'src/a.js', trial.base), ...children) })
      return await filesAt(trial, trial.branch('sigma/a1'))
    },
  },
  {
    name: 'a branch of the person’s takes it in where that is asked for, once, and what came there meanwhile stays',
    expected: { untouched: true, forward: true, once: true, files: { a: 'one\n', b: 'two\n' } },
    run: async (trial) => {
      const one = await made(trial, 'one', 'src/a.js', trial.base)
      const two = await made(trial, 'two', 'src/b.js', trial.base)
      await landed(trial, { branches: named(one) })
      const untouched = trial.branch('main') === trial.base
      await landed(trial, { branches: named(one), merge: main })
      const forward = trial.branch('main') === trial.branch('sigma/a1')
      await landed(trial, { branches: named(two), branch: 'a2', merge: main })
      const head = trial.branch('main')
      await landed(trial, { branches: named(two), branch: 'a2', merge: main })
      return { untouched, forward, once: trial.branch('main') === head, files: await filesAt(trial, head) }
    },
  },
  {
    name: 'what conflicts with a branch of the person’s stays beside it, and says so',
    expected: { kind: 'conflicted', files: ['src/a.js'], kept: true, landed: { a: 'two\n', b: 'b\n' } },
    run: async (trial) => {
      await landed(trial, { branches: named(await made(trial, 'one', 'src/a.js', trial.base)), merge: main })
      const head = trial.branch('main')
      const two = await made(trial, 'two', 'src/a.js', trial.base)
      const end = await landed(trial, { branches: named(two), branch: 'a2', merge: main })
      const files = end.kind === 'conflicted' ? end.files : []
      const kept = trial.branch('main') === head
      return { kind: end.kind, files, kept, landed: await filesAt(trial, trial.branch('sigma/a2')) }
    },
  },
  {
    name: 'a branch that is gone is merged into no more',
    expected: ['conflicted', null],
    run: async (trial) => {
      const one = await made(trial, 'one', 'src/a.js', trial.base)
      const end = await landed(trial, { branches: named(one), merge: 'refs/heads/gone' })
      return [end.kind, trial.branch('gone')]
    },
  },
  {
    name: 'no branch is written but below sigma, and no other ref is merged into',
    expected: [true, true, true, true],
    run: async (trial) => {
      const branches = named(await made(trial, 'one', 'src/a.js', trial.base))
      const specs = [{ branch: '../main' }, { branch: 'a/b' }, { merge: 'refs/tags/v1' }, { merge: 'main' }]
      const ends: boolean[] = []
      for (const spec of specs) ends.push(await isRefused(() => landed(trial, { branches, ...spec })))
      return ends
    },
  },
]
