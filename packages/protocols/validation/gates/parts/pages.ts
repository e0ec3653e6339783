/** Has axe examine the pages of a project in a Chromium: HTML files that Sigma serves, or what a command serves. */

import { realpathSync } from 'node:fs'
import { join, posix } from 'node:path'
import { matches } from '@sigma/engine'
import { sortingOf } from '@sigma/measuring'
import { commandWords } from '@sigma/protocol'
import type { PartSettings } from '../../specialist-settings.ts'
import { cannot, runOwn } from './own-program.ts'
import { type Look, nothing, type Part, ready, untold } from './part.ts'

type Settings = Extract<PartSettings, { readonly part: 'pages' }>

export interface Page {
  /** The folder that is served, and the page's path in it. */
  readonly root: string
  readonly path: string
  /** For people. */
  readonly name: string
  /** In the repository; empty: it is none. */
  readonly file: string
}

/** More are not opened in one check. */
const mostPages = 50

export const pages =
  ({ pages: wanted, serve }: Settings): Part =>
  async (look) => {
    const found =
      serve === null ? pagesIn(look, wanted) : wanted.map((path) => ({ root: '', path, name: path, file: '' }))
    if (found.length === 0)
      return nothing(
        wanted.length > 0
          ? `no file matches ${wanted.join(', ')}`
          : 'there is no page, neither an index.html nor an HTML file of the change',
      )
    const called = `examining ${found.length} ${found.length === 1 ? 'page' : 'pages'} with axe`
    const remedy =
      'Have the page open by itself in a browser; or give `serve` and `url` in `validation.specialists.e2e-accessibility` of sigma.config.json.'
    const chromium = look.world.tools?.chromium() ?? null
    return ready(async () => {
      if (chromium === null) return untold('pages', null, cannot(called, 'no Chromium is found', install))
      if (found.length > mostPages)
        return untold(
          'pages',
          null,
          cannot(
            called,
            `more than ${mostPages} are too many for one check`,
            'Name fewer in `validation.specialists.e2e-accessibility.pages` of sigma.config.json.',
          ),
        )
      return runOwn(look, {
        ...{ called, program: 'pages', kind: 'accessibility', what: 'pages', remedy },
        suggestion: 'Change the markup as the rule says; the page has to work for people who do not see it, too.',
        opens: { reads: [posix.dirname(realpathSync(chromium)), ...settings] },
        givesProject: serve !== null,
        job: ({ path }) => ({
          ...{ chromium, pages: found.map((each) => ({ ...each })) },
          serve:
            serve === null
              ? null
              : {
                  words: [...(commandWords(serve.command) ?? [])],
                  url: serve.url,
                  cwd: join(path, look.project.folder),
                },
        }),
      })
    })
  }

/** Debian's Chromium is started by a script that reads these. */
const settings = ['/etc/chromium.d', '/etc/chromium']

const install = 'Install one, e.g. `apt-get install chromium`, or name its file in the variable CHROME_PATH.'

/** Pages that are named; else each index.html, what lies in a folder `public`, and HTML files that the change touches. Tests have none. */
export function pagesIn(look: Pick<Look, 'files' | 'changed' | 'project'>, wanted: readonly string[]): readonly Page[] {
  const { isTest } = sortingOf(look.project)
  const { folder } = look.project
  const all = [...look.files].filter(
    (path) => /\.html?$/i.test(path) && (folder === '' || path.startsWith(`${folder}/`)),
  )
  const changed = new Set(look.changed)
  const isEvident = (path: string): boolean =>
    !isTest(path) && !isMade.test(path) && (/(^|\/)(index\.html?|public\/.*)$/i.test(path) || changed.has(path))
  const chosen = all.filter((path) => (wanted.length > 0 ? matches(path, wanted) : isEvident(path)))
  return chosen.map((file) => {
    const root = rootOf(file, look)
    return { root, path: posix.relative(root, file), name: file, file }
  })
}

/** Written by programs: nobody mends it there. */
const isMade = /(^|\/)(coverage|playwright-report|node_modules)\//

/** What `/` leads to on the page: the folder `public` that it lies in, else the outermost folder with an index.html, else the project. */
function rootOf(file: string, { files, project: { folder } }: Pick<Look, 'files' | 'project'>): string {
  const parts = posix.dirname(file) === '.' ? [] : posix.dirname(file).split('/')
  const around = [...parts.keys()].map((at) => parts.slice(0, at + 1).join('/'))
  const open = around.find((each) => posix.basename(each) === 'public')
  return open ?? ['', ...around].find((each) => files.has(posix.join(each, 'index.html'))) ?? folder
}
