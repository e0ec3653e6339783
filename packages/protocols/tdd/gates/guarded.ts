import { type Reasons, type sortingOf, untouched } from '@sigma/measuring'

/** Guarded files are nobody's to change; of those that are tests the rules for tests tell. */
export function guardedUntouched(
  changed: readonly string[],
  { isGuarded, isTest }: ReturnType<typeof sortingOf>,
): Reasons {
  const guarded = changed.filter((path) => isGuarded(path) && !isTest(path))
  const remedy = 'Put them back as they were; they are a matter for a person.'
  return untouched(guarded, 'guarded-changed', 'Guarded files', remedy)
}
