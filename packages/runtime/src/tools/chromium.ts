/** Looks for a Chromium, or a browser built on it, where people and test runners install one. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '../environment.ts'
import { look, namesIn } from '../process/look.ts'
import { findProgram } from '../process/program.ts'

const variables = [
  'CHROME_PATH',
  'CHROME_BIN',
  'CHROMIUM_PATH',
  'PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH',
  'PUPPETEER_EXECUTABLE_PATH',
]

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge']

const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Below a folder of Playwright's or Puppeteer's, by platform. */
const inDownloads = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-headless-shell-linux64/chrome-headless-shell',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
]

/** Null: none is found. */
export function findChromium(environment: Environment): string | null {
  const { PATH = '', HOME = homedir(), PLAYWRIGHT_BROWSERS_PATH } = environment
  const given = variables.flatMap((name) => environment[name] ?? [])
  const downloads = [
    PLAYWRIGHT_BROWSERS_PATH ?? '',
    join(HOME, '.cache/ms-playwright'),
    join(HOME, 'Library/Caches/ms-playwright'),
  ]
  const downloaded = downloads
    .filter((folder) => folder.startsWith('/'))
    .flatMap((folder) =>
      namesIn(folder)
        .filter((name) => name.startsWith('chromium'))
        .toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }))
        .flatMap((name) => inDownloads.map((file) => join(folder, name, file))),
    )
  const onPath = names.flatMap((name) => {
    const found = findProgram(name, '/', PATH)
    return found.kind === 'found' ? [found.file] : []
  })
  return [...given, ...onPath, ...applications, ...downloaded].find((file) => look(file)?.isFile() === true) ?? null
}
