export * from './proves.ts'
