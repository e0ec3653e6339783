import type { Intake } from '@sigma/engine'
import type { SurveyLimits } from '../workspace/survey.ts'
import type { TemporaryRepository } from './temporary-repository.ts'
import { temporaryWorkspaces } from './temporary-workspaces.ts'

/** A workspace that is handed out, changed, measured, and put back as often as is wanted. */
export interface Bench {
  readonly path: string
  prepare(): Promise<unknown>
  intake(writes: readonly string[]): Promise<Intake>
  read(commit: string, path: string): Promise<Uint8Array | null>
  files(commit: string): Promise<readonly string[]>
  /** The evidence that was kept of refused work. */
  kept(intake: Intake): string
}

export const benchFiles: Readonly<Record<string, string>> = {
  'src/a.js': 'a\n',
  'src/deep/b.js': 'b\n',
  'test/a.test.js': 't\n',
  'package.json': '{}\n',
  'README.md': 'r\n',
}

export async function openBench(repository: TemporaryRepository, limits?: SurveyLimits): Promise<Bench> {
  const { workspaces, blobs } = await temporaryWorkspaces(repository, limits === undefined ? {} : { limits })
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [] }
  return {
    path: workspaces.pathOf('r1', 'C1'),
    prepare: () => workspaces.prepare(place),
    intake: (writes) =>
      workspaces.intake({ ...place, writes, guarded: ['package.json'], message: 'Work', trailers: {} }),
    read: (commit, path) => workspaces.read(commit, path),
    files: (commit) => workspaces.files(commit),
    kept: (taken) => (taken.kind === 'trespass' ? new TextDecoder().decode(blobs.get(taken.evidence)) : ''),
  }
}
