/** Sigma's own look at a document, before any critic is asked. */
import type { Check } from '@sigma/protocol'
import type { DesignFound, DesignParameters } from './gate-parameters.ts'
import { atOf, explorationPath, idOf, isThere, pathOf, untouched } from './places.ts'
import type { DesignStep, Loop } from './state.ts'

export function checked(state: Loop): DesignStep {
  return { state: { ...state, kind: 'checking', checked: null }, effects: [checkOf(state, 'checking', null)] }
}

type OwnText = NonNullable<DesignParameters['design']>

/** `own`: a person's text, in the place of the item's. */
export function checkOf(state: Loop, kind: 'checking' | 'taking', own: OwnText | null): Check {
  const { input, item, written, texts } = state
  const path = pathOf(state)
  const textOf = (at: string): OwnText =>
    own !== null && own.path === at
      ? own
      : { path: at, blob: untouched(state).find((each) => each.path === at)?.blob ?? null }
  return {
    kind: 'check',
    id: idOf(kind),
    at: atOf(state, 'checking'),
    gate: 'design',
    commit: state.head,
    parameters: {
      item: item.kind,
      base: input.base,
      folder: input.folder,
      architecture: isThere(state, input.architecture.path) ? textOf(input.architecture.path) : null,
      design: item.kind === 'module' && path !== null ? textOf(path) : null,
      wanted: wantedOf(state),
      written: [...written],
      texts: texts.map(({ path: at, blob }) => ({ path: at, blob })),
      exploration: explorationPath(input),
    } satisfies DesignParameters,
    finds: findsOf(state, path, own !== null),
  }
}

/** Modules that an architecture must list, for they are to be built. */
const wantedOf = ({ input: { only }, queue }: Loop): readonly string[] => queue ?? (only === null ? [] : [only])

function findsOf(state: Loop, path: string | null, isOwn: boolean): readonly DesignFound[] {
  const names = state.input.modules.map(({ module }) => module)
  const modules = names.length === 0 ? ['text'] : names
  if (path === null)
    return [modules.slice(0, 1), modules].map((some) => ({ document: null, modules: some, interfaces: 1 }))
  const lying = isOwn ? undefined : untouched(state).find((each) => each.path === path)
  const blob = lying?.blob ?? `sha256:${isOwn ? 'own' : state.head}`
  return [{ document: { path, blob }, modules: state.item.kind === 'architecture' ? modules : [], interfaces: 1 }]
}
