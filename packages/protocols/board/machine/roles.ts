/** The perspectives that come with Sigma (ROOM-95), and how roles are named. */

export interface Perspective {
  readonly cares: readonly string[]
  readonly pushes: readonly string[]
}

export const builtInRoles = {
  designer: {
    cares: [
      'user experience: how it is to use',
      'clear looks: what stands out, and what reads clearly',
      'finish: one consistent whole',
    ],
    pushes: ['ugliness', 'flows that confuse'],
  },
  developer: {
    cares: ['what is feasible', 'what is simple', 'getting it shipped'],
    pushes: ['growing scope', 'needless engineering'],
  },
  pm: {
    cares: ['scope', 'value to users', 'getting it shipped'],
    pushes: ['digressions', 'gold-plating', 'delay'],
  },
  copywriter: {
    cares: ['tone', 'clear words', 'benefits first'],
    pushes: ['jargon', 'features first', 'wordiness'],
  },
  qa: {
    cares: ['edge cases', 'handling of errors', 'tests'],
    pushes: ['code without tests', 'only the happy path'],
  },
} as const satisfies Readonly<Record<string, Perspective>>
