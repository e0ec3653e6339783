/** A repository of 50,000 files, as a company's one package or its workspaces, with a packed history. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type Layout = 'package' | 'workspaces'

/** Of each hundred files: 62 source, 18 tests, the rest data, styles and prose. */
export function writeLarge(folder: string, files: number, layout: Layout): void {
  const areas = Math.ceil(files / 100)
  write(join(folder, '.gitignore'), 'node_modules/\ndist/\n*.log\n')
  write(join(folder, 'package.json'), manifest(layout))
  for (let area = 0; area < areas; area += 1) {
    const at = join(
      folder,
      ...(layout === 'package' ? [`lib/area-${area % 20}/part-${area}`] : [`packages/part-${area}`]),
    )
    if (layout === 'workspaces') write(join(at, 'package.json'), member(area))
    for (let number = 0; number < Math.min(100, files - area * 100); number += 1) writeOne(at, number)
  }
  git(folder, 'init', '--quiet', '--initial-branch=main')
  for (let commit = 0; commit < 5; commit += 1) {
    write(join(folder, 'docs', `change-${commit}.md`), `Change ${commit}\n`)
    commitAll(folder, `Change ${commit}`)
  }
  git(folder, 'repack', '-a', '-d', '--quiet')
  git(folder, 'pack-refs', '--all')
}

export function commitAll(folder: string, message: string): void {
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '--message', message)
}

function git(folder: string, ...args: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], { cwd: folder })
}

function writeOne(at: string, number: number): void {
  const folder = folderOf(number)
  if (number < 62) write(join(at, 'src', folder, `module-${number}.js`), source(number))
  else if (number < 80) write(join(at, 'test', folder, `module-${number - 62}.test.js`), tests(number - 62))
  else if (number < 88) write(join(at, 'src', folder, `data-${number}.json`), `{ "number": ${number} }\n`)
  else if (number < 94) write(join(at, 'src', folder, `style-${number}.css`), `.a-${number} { color: red; }\n`)
  else write(join(at, 'docs', `page-${number}.md`), `# Page ${number}\n\n${'Words about it.\n'.repeat(40)}`)
}

const folders = ['core', 'api', 'view', 'model', 'store']
const folderOf = (number: number): string => folders[number % folders.length] ?? 'core'

const source = (number: number): string =>
  `/** Module ${number}. */
export const add${number} = (a, b) => a + b
${'// What it is for stands in the pages.\n'.repeat(30)}`

const tests = (number: number): string => `import assert from 'node:assert'
import { test } from 'node:test'
import { add${number} } from '../../src/${folderOf(number)}/module-${number}.js'

test('adds', () => {
  assert.equal(add${number}(1, 2), 3)
})
`

const manifest = (layout: Layout): string =>
  JSON.stringify({
    name: 'large',
    type: 'module',
    private: true,
    scripts: { test: 'node --test' },
    ...(layout === 'workspaces' && { workspaces: ['packages/*'] }),
  })

const member = (area: number): string =>
  JSON.stringify({ name: `@large/part-${area}`, type: 'module', scripts: { test: 'node --test' } })

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
