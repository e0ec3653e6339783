export * from './errors.ts'
export type * from './ports.ts'
