export { cycleInRepository } from './cycle-in-repository.ts'
export { readDocuments } from './documents.ts'
export { readSettings } from './settings.ts'
