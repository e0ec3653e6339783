/** The folder of a project in which Sigma's files stand that are not people's to edit. */
import type { ProjectedFile } from './projected-file.ts'

export const collective = '.claude-collective'

/** Keeps the folder out of version control; not where the person tracks it (SIG-94, D22). */
export const ignoreFile: ProjectedFile = {
  base: 'project',
  path: `${collective}/.gitignore`,
  form: { kind: 'once', content: '*\n' },
}
