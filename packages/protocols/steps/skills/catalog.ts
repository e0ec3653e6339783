/** The skills that there are: each with where it is from, whether it is used, and what is wrong with it. */
import { join } from 'node:path'
import type { ForeignText, Premises } from '@sigma/engine'
import { faultAt, type LineFault } from './frontmatter.ts'
import { isName } from './phases.ts'
import { foldersIn, packagePlaces, type SkillPlace, skillPlaces } from './places.ts'
import { readText } from './reading.ts'
import { packagesOf } from './settings.ts'
import { type ReadSkill, readSkill } from './skill-text.ts'

export interface FoundSkill {
  /** Of its folder. */
  readonly name: string
  readonly from: SkillPlace['from']
  /** Null: of no package. */
  readonly package: string | null
  /** Its file, as people are told of it. */
  readonly file: string
  /** Null: it cannot be read; the fault says why. */
  readonly text: string | null
  readonly read: ReadSkill
  /**
   * `used`: it is what its name means; `hidden`: another one of its name comes before; `broken`: it is what its name
   * means, and cannot be used; `unconfirmed`: of a package, and the user has not confirmed its text.
   */
  readonly state: 'used' | 'hidden' | 'broken' | 'unconfirmed'
  /** File of the one that is used instead; null: it is not hidden. */
  readonly instead: string | null
}

/** By name, and of one name in the order in which they are looked for: the first counts, whatever is wrong with it. */
export function skillsIn(premises: Premises): readonly FoundSkill[] {
  const { root, home, config } = premises
  const first = new Map<string, string>()
  const found = skillPlaces({ root, home, packages: packagesOf(config) }).flatMap((place) => {
    const isConfirmed = place.package === null || premises.isConfirmed(foreignText(place.package, root))
    return skillsAt(place).map((skill): FoundSkill => {
      const before = first.get(skill.name) ?? null
      // A text that nobody confirmed stands in the way of none.
      if (before === null && isConfirmed) first.set(skill.name, skill.file)
      const state =
        before !== null ? 'hidden' : !isConfirmed ? 'unconfirmed' : skill.read.skill === null ? 'broken' : 'used'
      return { ...skill, state, instead: before }
    })
  })
  return found.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

type Bare = Omit<FoundSkill, 'state' | 'instead'>

function skillsAt(place: SkillPlace): readonly Bare[] {
  const { from, folder, shown, within, package: of, isSkill } = place
  if (isSkill) {
    const name = of?.split('/').at(-1) ?? ''
    return skillAt(name, join(folder, 'SKILL.md'), { from, package: of, file: `${shown}/SKILL.md` }, within)
  }
  return foldersIn(folder).flatMap((name) =>
    skillAt(name, join(folder, name, 'SKILL.md'), { from, package: of, file: `${shown}/${name}/SKILL.md` }, within),
  )
}

/** A folder without the file is none. */
function skillAt(
  name: string,
  path: string,
  told: Pick<Bare, 'from' | 'package' | 'file'>,
  within: string | null,
): readonly Bare[] {
  const read = readText(path, within)
  switch (read.kind) {
    case 'none':
      return []
    case 'unusable':
      return [{ ...told, name, text: null, read: { skill: null, faults: [unusable(read.why)] } }]
    case 'text': {
      const skill = readSkill(name, read.text)
      return [{ ...told, name, text: read.text, read: isName(name) ? skill : withoutName(skill) }]
    }
  }
}

const unusable = (why: string): LineFault =>
  faultAt(1, { rule: 'skill-unusable', message: `The file ${why}.`, remedy: 'Put an ordinary file there.' })

const withoutName = ({ faults }: ReadSkill): ReadSkill => ({
  skill: null,
  faults: [
    faultAt(1, {
      rule: 'folder-name',
      message: 'The folder has a name that no skill can have.',
      remedy: 'Use small letters, digits and dashes.',
    }),
    ...faults.filter(({ rule }) => rule !== 'skill-name'),
  ],
})

/** All that a package tells agents, as one text: what the user confirms. */
export function foreignText(name: string, root: string): ForeignText {
  const skills = packagePlaces(root, name).flatMap(skillsAt)
  const names = skills.map((skill) => skill.name)
  return {
    key: `steps.packages.${name}`,
    says: `has the skills ${names.length === 0 ? '(none yet)' : names.join(', ')}, whose texts agents are told to follow`,
    text: skills.map(({ file, text }) => `${file}\n${text ?? ''}`).join('\0'),
  }
}
