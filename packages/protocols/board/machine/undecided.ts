import type { Phase, Task } from './state.ts'

/** A phase for a decision that came to none. */
export const undecided = ({ decisions }: Pick<Task, 'decisions'>, { id, type }: Phase): boolean =>
  type === 'decision' && decisions.every((each) => each.phase !== id || each.vetoed)
