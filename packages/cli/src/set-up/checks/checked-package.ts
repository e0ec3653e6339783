import { accessSync, constants, readdirSync, readFileSync, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { z } from 'zod'
import type { CheckedPackage } from './proposed-checks.ts'

const manifestSchema = z.looseObject({ scripts: z.record(z.string(), z.unknown()).catch({}) }).catch({ scripts: {} })

/** Reads the package in a folder of a repository; what cannot be read is as if it were not there. Nothing is run. */
export function readCheckedPackage(root: string, top: string, path: string): CheckedPackage {
  const manifest = manifestSchema.parse(parsed(textOf(join(root, 'package.json'))))
  const folders = foldersUp(root, top)
  const isInstalled = (name: string): boolean =>
    folders.some((folder) => isProgram(join(folder, 'node_modules', '.bin', name)))
  const places = path.split(delimiter).filter((place) => place.startsWith('/'))
  return {
    scripts: Object.fromEntries(
      Object.entries(manifest.scripts).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
    ),
    keys: Object.keys(manifest),
    files: filesIn(root),
    above: folders.slice(1).flatMap(filesIn),
    tsconfig: textOf(join(root, 'tsconfig.json')),
    hasProgram: (name) => isInstalled(name) || places.some((place) => isProgram(join(place, name))),
    isInstalled,
  }
}

/** From the package up to the top of the repository. */
function foldersUp(root: string, top: string): readonly string[] {
  const above = dirname(root)
  return root === top || above === root ? [root] : [root, ...foldersUp(above, top)]
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [] : [entry.name]))
  } catch {
    return []
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
