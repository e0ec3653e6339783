/** How a phase's roles are named, and what each cares about (ROOM-95 to ROOM-98). */
import type { ArgumentsOf } from './calls.ts'
import type { BoardInput } from './input.ts'
import { type Refusal, refused } from './outcome.ts'
import { builtInRoles, type Perspective } from './roles.ts'

type Wanted = ArgumentsOf<'phase'>['roles'][number]

export interface NamedRole extends Perspective {
  readonly role: string
}

const aliases: Readonly<Record<string, string>> = { dev: 'developer' }

/** The role of whoever owns a task is no perspective. */
const reserved: ReadonlySet<string> = new Set(['owner', '*'])

/** A letter, then letters, digits, `_` and `-`: a role is a word in prompts, commits and configurations. */
const word = /^\p{L}[\p{L}\p{N}_-]{0,39}$/u

export function rolesNamed(
  wanted: readonly Wanted[],
  { perspectives }: Pick<BoardInput, 'perspectives'>,
): readonly NamedRole[] | Refusal {
  const named: NamedRole[] = []
  for (const each of wanted) {
    const found = roleNamed(each, perspectives)
    if ('rule' in found) return found
    if (named.some(({ role }) => role === found.role))
      return refused('role-twice', `The role ${found.role} is named twice.`, 'Name each role once.')
    named.push(found)
  }
  return named
}

function roleNamed(wanted: Wanted, perspectives: BoardInput['perspectives']): NamedRole | Refusal {
  const name = typeof wanted === 'string' ? wanted : wanted.name
  const role = Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name
  if (reserved.has(role) || !word.test(role))
    return refused(
      'role-malformed',
      `${JSON.stringify(name)} cannot name a role.`,
      `Name one of ${known(perspectives)}.`,
    )
  const builtIn = builtInOf(role)
  if (typeof wanted !== 'string') {
    if (builtIn === undefined) return { role, cares: wanted.cares, pushes: wanted.pushes }
    return refused('role-taken', `${role} is a built-in role.`, `Name it alone, or give the perspective another name.`)
  }
  const own = Object.hasOwn(perspectives, role) ? perspectives[role] : undefined
  const perspective = builtIn ?? own
  if (perspective !== undefined) return { role, ...perspective }
  return refused(
    'role-unknown',
    `There is no role ${role}; there are ${known(perspectives)}.`,
    'Name one of them, or define it: { "name", "cares", "pushes" }.',
  )
}

const known = (perspectives: BoardInput['perspectives']): string =>
  [...new Set([...Object.keys(builtInRoles), ...Object.keys(perspectives)])].join(', ')

function builtInOf(role: string): Perspective | undefined {
  const known: Readonly<Record<string, Perspective>> = builtInRoles
  return Object.hasOwn(known, role) ? known[role] : undefined
}
