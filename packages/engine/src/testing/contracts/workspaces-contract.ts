import type { BlobRef } from '@sigma/protocol'
import type { Blobs, Intake, IntakeSpec, Integration } from '../../ports/ports.ts'
import type { Files } from '../world/world-commits.ts'
import { type ContractCase, isRefused, type Trial } from './contract.ts'
import { keeping } from './keeping-contract.ts'
import { landing } from './landing-contract.ts'
import type { WorkspacesTrial } from './workspaces-trial.ts'

/** What all workspaces do; `make` gives some with a base commit of these files. */
export function workspacesContract(make: (files: Files) => Promise<WorkspacesTrial>): readonly ContractCase[] {
  return cases.map(({ run, ...rest }) => ({
    ...rest,
    run: async () => {
      using trial = await make(baseFiles)
      return await run(trial)
    },
  }))
}

const baseFiles = {
  'design.md': 'old\n',
  'package.json': '{}\n',
  'src/a.js': 'a\n',
  'src/b.js': 'b\n',
  'test/a.test.js': 't\n',
} as const satisfies Files

type Changes = Readonly<Record<string, string | null>>

const design = (blobs: Blobs): { readonly path: string; readonly blob: BlobRef } => ({
  path: 'design.md',
  blob: blobs.put('new\n'),
})

const place = { run: 'r1', workspace: 'C1' } as const

/** A turn by the rules of a role that writes `src`: hands out with a document, changes, takes in. */
async function turn(trial: WorkspacesTrial, changes: Changes, spec: Partial<IntakeSpec> = {}): Promise<Intake> {
  const documents = [design(trial.blobs)]
  const rules = { writes: ['src/**'], guarded: ['package.json'], message: 'Work', trailers: { 'Sigma-Run': 'r1' } }
  const whole: IntakeSpec = { ...place, base: trial.base, documents, ...rules, ...spec }
  const { path } = await trial.workspaces.prepare(whole)
  for (const [file, content] of Object.entries(changes)) trial.write(path, file, content)
  return await trial.workspaces.intake(whole)
}

/** What a turn broke, by rule, and whether evidence of it was kept. */
async function broken(trial: WorkspacesTrial, changes: Changes, spec: Partial<IntakeSpec> = {}): Promise<unknown> {
  const intake = await turn(trial, changes, spec)
  if (intake.kind !== 'trespass') return intake.kind
  const { changed, findings, evidence } = intake
  return { changed, rules: findings.map(({ rule }) => rule).sort(), kept: trial.blobs.get(evidence).length > 0 }
}

/** A commit of a workspace of its own. */
async function committed(
  trial: WorkspacesTrial,
  workspace: string,
  changes: Changes,
  base = trial.base,
): Promise<string> {
  const intake = await turn(trial, changes, { workspace, base })
  return intake.kind === 'committed' ? intake.commit : intake.kind
}

/** The files of a commit, as a fresh workspace shows them. */
async function filesOf({ workspaces, files }: WorkspacesTrial, commit: string): Promise<Files> {
  const { path } = await workspaces.prepare({ run: 'r1', workspace: 'look', base: commit, documents: [] })
  return files(path)
}

async function integrated({ workspaces }: WorkspacesTrial, commits: readonly string[]): Promise<Integration> {
  const branches = commits.map((commit, at) => ({ name: `C${at + 1}`, commit }))
  return await workspaces.integrate({ run: 'r1', branches, message: 'Combine', trailers: {} })
}

const handingOut: readonly Trial<WorkspacesTrial>[] = [
  {
    name: 'a workspace equals its base, with the documents laid over it',
    expected: { ...baseFiles, 'design.md': 'new\n' },
    run: async ({ workspaces, blobs, base, files }) =>
      files((await workspaces.prepare({ ...place, base, documents: [design(blobs)] })).path),
  },
  {
    name: 'handing out again undoes whatever was changed, in the same place',
    expected: { same: true, files: baseFiles },
    run: async ({ workspaces, base, files, write }) => {
      const first = await workspaces.prepare({ ...place, base, documents: [] })
      for (const [file, content] of Object.entries({ 'src/a.js': 'x', 'src/b.js': null, 'stray/deep.js': 'x' }))
        write(first.path, file, content)
      const second = await workspaces.prepare({ ...place, base, documents: [] })
      return { same: first.path === second.path, files: files(second.path) }
    },
  },
  {
    name: 'workspaces are apart from each other',
    expected: baseFiles,
    run: async ({ workspaces, base, files, write }) => {
      const mine = await workspaces.prepare({ ...place, base, documents: [] })
      const other = await workspaces.prepare({ ...place, workspace: 'C2', base, documents: [] })
      write(mine.path, 'src/a.js', 'mine')
      return files(other.path)
    },
  },
  {
    name: 'a commit that is unknown is not handed out, nor gone back to, nor delivered',
    expected: [true, true, true],
    run: async ({ workspaces, base }) => {
      await workspaces.prepare({ ...place, base, documents: [] })
      const commit = '0'.repeat(40)
      return [
        await isRefused(() => workspaces.prepare({ ...place, base: commit, documents: [] })),
        await isRefused(() => workspaces.restore({ ...place, commit })),
        await isRefused(() => workspaces.deliver({ run: 'r1', commit })),
      ]
    },
  },
]

const takingIn: readonly Trial<WorkspacesTrial>[] = [
  { name: 'nothing changed is nothing committed', expected: { kind: 'unchanged' }, run: (trial) => turn(trial, {}) },
  {
    name: 'what comes out as it was handed out is no change',
    expected: { kind: 'unchanged' },
    run: (trial) => turn(trial, { 'src/a.js': baseFiles['src/a.js'], 'design.md': 'new\n' }),
  },
  {
    name: 'what was allowed is committed on the base, without the documents',
    expected: [
      ['src/a.js', 'src/b.js', 'src/new/c.js'],
      { 'design.md': 'old\n', 'package.json': '{}\n', 'src/a.js': 'x', 'src/new/c.js': 'c', 'test/a.test.js': 't\n' },
    ],
    run: async (trial) => {
      const intake = await turn(trial, { 'src/a.js': 'x', 'src/b.js': null, 'src/new/c.js': 'c' })
      return intake.kind === 'committed' ? [intake.changed, await filesOf(trial, intake.commit)] : intake
    },
  },
  {
    name: 'one file that is not the role’s refuses all, and evidence is kept',
    expected: { changed: ['src/a.js', 'test/a.test.js'], rules: ['outside-role'], kept: true },
    run: (trial) => broken(trial, { 'src/a.js': 'x', 'test/a.test.js': null }),
  },
  {
    name: 'a guarded file is nobody’s, whatever the role may write',
    expected: { changed: ['package.json'], rules: ['guarded-file'], kept: true },
    run: (trial) => broken(trial, { 'package.json': '{"scripts":{}}\n' }, { writes: ['**'] }),
  },
  {
    name: 'a document may not be changed, whatever the role may write',
    expected: { changed: ['design.md'], rules: ['document-changed'], kept: true },
    run: (trial) => broken(trial, { 'design.md': 'easier\n' }, { writes: ['**'] }),
  },
  {
    name: 'a document that is a draft is changed by who may write it, and by nobody else',
    expected: [['committed', ['design.md']], { changed: ['design.md'], rules: ['outside-role'], kept: true }],
    run: async (trial) => {
      const documents = [{ ...design(trial.blobs), draft: true } as const]
      const changes = { 'design.md': 'better\n' }
      const intake = await turn(trial, changes, { documents, writes: ['design.md'] })
      const kind = intake.kind === 'committed' ? [intake.kind, intake.changed] : intake
      return [kind, await broken(trial, changes, { documents })]
    },
  },
  {
    name: 'a document may not be removed or put back as the base has it',
    expected: [null, 'old\n'].map(() => ({ changed: ['design.md'], rules: ['document-changed'], kept: true })),
    run: async (trial) => [await broken(trial, { 'design.md': null }), await broken(trial, { 'design.md': 'old\n' })],
  },
  {
    name: 'every broken rule has one finding',
    expected: {
      changed: ['README.md', 'design.md', 'package.json', 'test/a.test.js'],
      rules: ['document-changed', 'guarded-file', 'outside-role'],
      kept: true,
    },
    run: (trial) => broken(trial, { 'README.md': 'x', 'design.md': 'x', 'package.json': 'x', 'test/a.test.js': 'x' }),
  },
]

const combining: readonly Trial<WorkspacesTrial>[] = [
  {
    name: 'one branch is taken as it is, and so is one that goes further than the others',
    expected: [true, true, true, true],
    run: async (trial) => {
      const one = await committed(trial, 'C1', { 'src/a.js': 'one' })
      const further = await committed(trial, 'C1', { 'src/a.js': 'two' }, one)
      const lists = [[further], [trial.base, further], [further, one], [one, further, further]]
      const ends = await Promise.all(lists.map((commits) => integrated(trial, commits)))
      return ends.map((end) => end.kind === 'integrated' && end.commit === further)
    },
  },
  {
    name: 'branches are combined into what all of them did, removals included',
    expected: { ...baseFiles, 'src/a.js': 'one', 'src/b.js': undefined, 'src/c.js': 'three', 'src/same.js': 'same' },
    run: async (trial) => {
      const one = await committed(trial, 'C1', { 'src/a.js': 'one', 'src/same.js': 'same' })
      const two = await committed(trial, 'C2', { 'src/b.js': null, 'src/same.js': 'same' })
      const three = await committed(trial, 'C3', { 'src/c.js': 'three' })
      const end = await integrated(trial, [one, two, three])
      return end.kind === 'integrated' ? await filesOf(trial, end.commit) : end
    },
  },
  {
    name: 'what two branches did in different ways is a conflict, named by its files, with evidence',
    expected: { files: ['src/a.js', 'src/b.js'], evidence: true },
    run: async (trial) => {
      const one = await committed(trial, 'C1', { 'src/a.js': 'one', 'src/b.js': 'one', 'src/c.js': 'c' })
      const two = await committed(trial, 'C2', { 'src/a.js': 'two', 'src/b.js': null, 'src/c.js': 'c' })
      const end = await integrated(trial, [one, two])
      if (end.kind === 'integrated') return end
      return { files: end.files, evidence: end.evidence !== null && trial.blobs.get(end.evidence).length > 0 }
    },
  },
  {
    name: 'nothing at all cannot be combined',
    expected: true,
    run: (trial) => isRefused(() => integrated(trial, [])),
  },
]

const carrying: readonly Trial<WorkspacesTrial>[] = [
  {
    name: 'work is carried over to a commit that it did not grow from, with all that is there',
    expected: { ...baseFiles, 'src/a.js': 'theirs', 'src/b.js': 'mine' },
    run: async (trial) => {
      const mine = await committed(trial, 'C1', { 'src/b.js': 'mine' })
      const theirs = await committed(trial, 'C2', { 'src/a.js': 'theirs' })
      const carried = await carriedOver(trial, mine, theirs)
      return carried.kind === 'integrated' ? await filesOf(trial, carried.commit) : carried
    },
  },
  {
    name: 'work that changes what was changed there as well conflicts, and names the file',
    expected: ['src/a.js'],
    run: async (trial) => {
      const mine = await committed(trial, 'C1', { 'src/a.js': 'mine' })
      const theirs = await committed(trial, 'C2', { 'src/a.js': 'theirs' })
      const carried = await carriedOver(trial, mine, theirs)
      return carried.kind === 'conflicted' ? carried.files : carried
    },
  },
]

async function carriedOver({ workspaces, base }: WorkspacesTrial, work: string, commit: string): Promise<Integration> {
  const branches = [{ name: 'the work', commit: work }]
  const onto = { name: 'main', commit, from: base }
  return await workspaces.integrate({ run: 'r1', branches, message: 'Carry over', trailers: {}, onto })
}

const goingOn: readonly Trial<WorkspacesTrial>[] = [
  {
    name: 'a restore puts one workspace back to a commit, without documents, and keeps what it throws away',
    expected: { files: baseFiles, kept: ['half done', 'half done too'] },
    run: async ({ workspaces, blobs, base, files, write, kept }) => {
      const { path } = await workspaces.prepare({ ...place, base, documents: [design(blobs)] })
      write(path, 'src/a.js', 'half done')
      write(path, 'src/new.js', 'half done too')
      await workspaces.restore({ ...place, commit: base })
      return { files: files(path), kept: ['src/a.js', 'src/new.js'].map((file) => kept('r1', 'C1', file)) }
    },
  },
  {
    name: 'a branch is delivered once however often it is asked for, and moved on later',
    expected: { names: ['sigma/r1', 'sigma/r1', 'sigma/r1'], before: null, stands: [true, true, true] },
    run: async (trial) => {
      const before = trial.branch('sigma/r1')
      const one = await committed(trial, 'C1', { 'src/a.js': 'one' })
      const further = await committed(trial, 'C1', { 'src/a.js': 'two' }, one)
      const [names, stands]: [string[], boolean[]] = [[], []]
      for (const commit of [one, one, further]) {
        names.push((await trial.workspaces.deliver({ run: 'r1', commit })).branch)
        stands.push(trial.branch('sigma/r1') === commit)
      }
      return { names, before, stands }
    },
  },
  {
    name: 'nothing that Sigma does is seen as a change, and what others do is',
    expected: { quiet: true, disturbed: false },
    run: async (trial) => {
      const { workspaces, base } = trial
      const first = await workspaces.observe()
      const commit = await committed(trial, 'C1', { 'src/a.js': 'one' })
      await workspaces.restore({ ...place, commit: base })
      await workspaces.deliver({ run: 'r1', commit })
      const second = await workspaces.observe()
      trial.disturb()
      const third = await workspaces.observe()
      return { quiet: first.hash === second.hash, disturbed: second.hash === third.hash }
    },
  },
]

const cases = [...handingOut, ...takingIn, ...combining, ...carrying, ...goingOn, ...keeping, ...landing]
