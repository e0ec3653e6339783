export * from './bank/index.ts'
