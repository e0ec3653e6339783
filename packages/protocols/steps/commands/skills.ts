/** Skills as they lie in a project, and in the person's home: the first place where one is found counts. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const folders = ['.claude/skills', '.agents/skills', 'skills'] as const

/** A name that can be no path. */
const nameForm = /^[a-z0-9]+(-[a-z0-9]+)*$/

const mostBytes = 65_536

export interface FoundSkill {
  readonly name: string
  readonly text: string
}

/** Those of the names that there are; one that is too long is not taken. */
export function skillsNamed(names: readonly string[], root: string, home: string | null): readonly FoundSkill[] {
  const places = [
    ...folders.map((folder) => join(root, folder)),
    ...(home === null ? [] : [join(home, '.claude/skills')]),
  ]
  return [...new Set(names)]
    .filter((name) => nameForm.test(name) && name.length <= 64)
    .flatMap((name) => {
      const file = places
        .map((place) => join(place, name, 'SKILL.md'))
        .find((path) => {
          const found = statSync(path, { throwIfNoEntry: false })
          return found?.isFile() === true && found.size <= mostBytes
        })
      return file === undefined ? [] : [{ name, text: readFileSync(file, 'utf8') }]
    })
}
