/** One interface that a design declares: what Phase 0 must make and a cycle is about. */
export interface DesignInterface {
  readonly name: string
  /** As the design has it, without the body of a function; overloads are joined by newlines. */
  readonly declaration: string
  /** Line of its first declaration in the design, from 1. */
  readonly line: number
}
