export { type Bank, type BankModule, readBank, slotNamed } from './bank.ts'
export { checkBank, type Known } from './check.ts'
export { type BankFile, type BankPlace, readBankFile } from './file.ts'
export type { BankFinding } from './findings.ts'
