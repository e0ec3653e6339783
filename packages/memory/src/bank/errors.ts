import { SigmaError } from '@sigma/engine/reading'

export const bankMissing = (folder: string): SigmaError =>
  new SigmaError('bank-missing', `There is no memory bank at ${folder}.`, { hint: 'sigma init --bank' })

export const bankUnreadable = (folder: string, code: string): SigmaError =>
  new SigmaError('bank-unreadable', `The memory bank at ${folder} is no folder that can be read (${code}).`, {
    hint: 'Name another folder as "memoryBank" in sigma.config.json, then: sigma memory bank',
  })

export const unknownSlot = (symbol: string, known: readonly string[]): SigmaError =>
  new SigmaError('unknown-slot', `The memory bank has no slot ${symbol}; it has ${known.join(' ')}.`, {
    hint: 'sigma memory bank',
  })
