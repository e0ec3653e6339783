import type { TurnRequest } from '@sigma/engine'
import type { TurnHandoff } from '@sigma/protocol'

/** A turn of DE in GREEN, as the engine would ask for it; `handoff` replaces fields of its Handoff. */
export function turnRequest(cwd: string, changes: Partial<TurnRequest> = {}): TurnRequest {
  const context = {
    module: 'src/sum',
    designPath: 'design.md',
    interfaceSignature: 'sum(a, b)',
    session: { sid: 'TDD_20261121T101500Z_C1_k3f9', cycle: 1, phase: 'GREEN', round: 0 },
  }
  const handoff: TurnHandoff = {
    from: 'qa',
    to: 'dev',
    task: { type: 'green', purpose: 'Make the tests pass.', parameters: {} },
    context,
    metadata: {
      role: 'dev',
      symbol: 'Ω₃ᴱ',
      directive: '[S:TDD_20261121T101500Z_C1_k3f9,R:0,C:1,P:ℜᴳ,CTX:{"module":"src/sum","designPath":"design.md"}]',
      codes: ['GC', 'TI', 'ME', 'TO', 'EX', 'BL'],
      writable: ['src/**'],
      turn: 'a1',
      refused: [],
    },
  }
  return {
    run: 'r1',
    attempt: 'a1',
    role: 'dev',
    phase: 'GREEN',
    at: { unit: 'C1', called: 'cycle 1', step: 'green', role: 'dev', round: 0 },
    subject: 'src/sum',
    handoff,
    codes: ['GC', 'TI', 'ME', 'TO', 'EX', 'BL'],
    cwd,
    limitMs: 10_000,
    session: null,
    onBegun: () => {},
    onActivity: () => {},
    ...changes,
  }
}
