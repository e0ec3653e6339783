/** What a project says of itself, for the drafts of its memory bank. No file of the project is run for them. */
import { basename } from 'node:path'
import type { Facts, FoundModule } from '@sigma/memory'
import { z } from 'zod'
import type { Inspection } from '../inspection/inspection.ts'
import { dependenciesOf, manifestIn } from '../inspection/manifest.ts'
import { filesIn, inFolder, type Tree } from '../inspection/tree.ts'

interface Looked {
  /** Null: it is no package that Sigma can judge. */
  readonly inspection: Inspection | null
  readonly root: string
  /** Text of a file of the project, never of one that a link has lie elsewhere. */
  readonly read: (path: string) => string | null
}

/** `folder`: of the project, relative to the top. */
export function factsOf(
  tree: Tree,
  folder: string,
  { inspection, root, read }: Looked,
  modules: readonly FoundModule[],
): Facts {
  const manifest = manifestIn(tree, folder)
  const said = saidIn(tree.text(inFolder(folder, 'package.json')))
  const { tests, source, runner } = inspection ?? { tests: none, source: none, runner: '' }
  return {
    name: manifest.name ?? basename(root),
    description: said.description,
    readme: readmeIn(tree, folder, read),
    manager: said.isThere ? (inspection?.manager.name ?? 'npm') : null,
    node: said.engines.node,
    scripts: manifest.scripts,
    dependencies: dependenciesOf(manifest),
    tests: tests.files.length === 0 ? null : { runner, globs: tests.globs, files: tests.files.length },
    source: { globs: source.globs, files: source.files },
    integration: tree.paths.filter((path) => integration.test(path)),
    modules,
  }
}

const none = { globs: [], files: [] }

const integration =
  /^(?:\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.yml|\.circleci\/config\.yml|azure-pipelines\.yml|bitbucket-pipelines\.yml|\.travis\.yml|Jenkinsfile)$/

const text = z.string().min(1).nullable().catch(null)
const manifestSchema = z.object({
  description: text,
  engines: z.object({ node: text }).catch({ node: null }),
})

function saidIn(manifest: string | null): z.infer<typeof manifestSchema> & { readonly isThere: boolean } {
  const isThere = manifest !== null
  try {
    return { ...manifestSchema.parse(JSON.parse(manifest ?? '{}')), isThere }
  } catch {
    return { description: null, engines: { node: null }, isThere }
  }
}

const [mostLines, mostHeadings] = [12, 12]

function readmeIn(tree: Tree, folder: string, read: Looked['read']): Facts['readme'] {
  const name = filesIn(tree, folder).find((file) => /^readme(?:\.(?:md|markdown|txt))?$/i.test(file))
  const written = name === undefined ? null : read(name)
  if (name === undefined || written === null) return null
  const lines = withoutFences(written)
  const headings = lines.flatMap((line) => /^##[ \t]+(\S.*)$/.exec(line)?.[1] ?? [])
  const title = lines.findIndex((line) => /^#[ \t]/.test(line))
  const body = lines.slice(title + 1)
  const end = body.findIndex((line) => /^#{1,6}[ \t]/.test(line))
  const intro = (end < 0 ? body : body.slice(0, end)).filter((line) => !/^\s*(?:\[!\[|!\[|<)/.test(line))
  return { path: name, intro: paragraph(intro), headings: headings.slice(0, mostHeadings) }
}

function paragraph(lines: readonly string[]): string {
  const begin = lines.findIndex((line) => line.trim() !== '')
  if (begin < 0) return ''
  const end = lines.findIndex((line, at) => at > begin && line.trim() === '')
  return lines
    .slice(begin, end < 0 ? lines.length : end)
    .slice(0, mostLines)
    .join('\n')
}

function withoutFences(written: string): readonly string[] {
  const lines: string[] = []
  let isOpen = false
  for (const line of written.split(/\r?\n/u)) {
    if (/^ {0,3}(?:`{3,}|~{3,})/.test(line)) isOpen = !isOpen
    else if (!isOpen) lines.push(line)
  }
  return lines
}
