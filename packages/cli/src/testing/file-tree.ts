import type { Tree } from '../inspection/tree.ts'
import type { Files } from './temporary-project.ts'

/** A tree of these texts by path; what lies in `node_modules` is not known to git. */
export const fileTree = (files: Files): Tree => ({
  paths: Object.keys(files).filter((path) => !path.includes('node_modules/')),
  text: (path) => files[path] ?? null,
})
