/** Sigma's own look at a document, before any critic is asked. */
import type { Check } from '@sigma/protocol'
import type { DesignFound, DesignParameters } from './gate-parameters.ts'
import { atOf, explorationPath, idOf, isThere, pathOf, untouched } from './places.ts'
import type { DesignStep, Loop } from './state.ts'

export function checked(state: Loop): DesignStep {
  const { input, item, written } = state
  const path = pathOf(state)
  const textOf = (at: string): { readonly path: string; readonly blob: string | null } => ({
    path: at,
    blob: untouched(state).find((each) => each.path === at)?.blob ?? null,
  })
  const check: Check = {
    kind: 'check',
    id: idOf('checking'),
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
      exploration: explorationPath(input),
    } satisfies DesignParameters,
    finds: findsOf(state, path),
  }
  return { state: { ...state, kind: 'checking', checked: null }, effects: [check] }
}

/** Modules that an architecture must list, for they are to be built. */
const wantedOf = ({ input: { only }, queue }: Loop): readonly string[] => queue ?? (only === null ? [] : [only])

function findsOf(state: Loop, path: string | null): readonly DesignFound[] {
  const names = state.input.modules.map(({ module }) => module)
  const modules = names.length === 0 ? ['text'] : names
  if (path === null)
    return [modules.slice(0, 1), modules].map((some) => ({ document: null, modules: some, interfaces: 1 }))
  const blob = untouched(state).find((each) => each.path === path)?.blob ?? `sha256:${state.head}`
  return [{ document: { path, blob }, modules: state.item.kind === 'architecture' ? modules : [], interfaces: 1 }]
}
