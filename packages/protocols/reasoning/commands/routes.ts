/** The routes that a task may take: the two that come with Sigma, and those of the project that its user confirmed. */
import { type Premises, SigmaError } from '@sigma/engine'
import { brokenOwn } from '../../steps/commands/errors.ts'
import { definitionOf, routes } from '../../steps/machine/built-in.ts'
import { executionFolder, protocolPlace } from '../../steps/machine/paths.ts'
import { ownNames } from '../../steps/own/folders.ts'
import { ownNamed } from '../../steps/own/named.ts'
import { direct } from '../machine/asking.ts'
import type { Settings } from './settings.ts'

export interface Route {
  readonly route: string
  /** For whoever chooses: what it is for, and what its steps come to. */
  readonly purpose: string
}

/** Fails with `no-such-route`, `untrusted` and `protocol-faulty` where the settings name a route that cannot be followed. */
export async function routesFor(
  premises: Premises | undefined,
  { rules, otherwise }: Settings['routing'],
): Promise<readonly Route[]> {
  const own = premises === undefined ? [] : await ownRoutes(premises)
  const all = [...routes.map(builtInRoute), ...own]
  const named = [...rules.map(({ route }) => route), ...(otherwise === null ? [] : [otherwise])]
  const odd = named.find((name) => name !== direct && all.every(({ route }) => route !== name))
  if (odd !== undefined) throw unusable(odd, premises)
  return all
}

const builtInRoute = (route: string): Route => ({
  route,
  purpose: purposeOf(purposes[route] ?? '', definitionOf(route)?.steps ?? []),
})

/** A text that nobody confirmed is told to nobody, and what is broken can be followed by nobody. */
async function ownRoutes({ root, confirmedFolders }: Premises): Promise<readonly Route[]> {
  const names = ownNames(root)
  const confirmed = names.length === 0 ? new Set<string>() : await confirmedFolders()
  return names
    .filter((folder) => confirmed.has(protocolPlace({ folder })))
    .flatMap((name) => {
      const { definition, about } = ownNamed(name, root)
      return definition === null ? [] : [{ route: name, purpose: purposeOf(about, definition.steps) }]
    })
}

/** What the steps of the protocol come to, in their own words. */
const purposeOf = (what: string, steps: readonly { readonly label: string }[]): string =>
  `${what} Its steps: ${steps.map(({ label }) => label.toLowerCase()).join('; ')}.`.trim()

const purposes: Readonly<Record<string, string>> = {
  'skill-orchestration': 'One skill does the task from end to end, in phases that it names itself.',
  'dynamic-skill-sequencing':
    'No one skill does it all: what is required is listed, several skills work one after the other, and each requirement is matched with a result.',
}

function unusable(route: string, premises: Premises | undefined): SigmaError {
  if (premises === undefined || !ownNames(premises.root).includes(route))
    return new SigmaError('no-such-route', `"routing" names the route "${route}", and there is none of that name.`, {
      hint: 'sigma routes',
    })
  const { faults } = ownNamed(route, premises.root)
  if (faults.length > 0) return brokenOwn(route, faults)
  return new SigmaError(
    'untrusted',
    `"routing" names the route ${route}, and you have not confirmed ${executionFolder}/${route} as it stands.`,
    { hint: 'sigma trust' },
  )
}
